/**
 * Lets a verdict expire and renews it by generation: what was shown of the storage at the start is
 * shown again while the job runs, and when it cannot be, trust ends.
 */
@NullMarked
package io.holdfast.qualification;

import org.jspecify.annotations.NullMarked;
