/**
 * Carries one proposal from wish to release: Proposal → Admitted → Claimed → Dispatched → Committed
 * → Released, each of which can only be made from the one before it. Knows leases and targets,
 * selectors and workers; neither files nor how a root is qualified.
 */
@NullMarked
package io.holdfast.dispatch;

import org.jspecify.annotations.NullMarked;
