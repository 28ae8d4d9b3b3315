/**
 * The contract of lease tables: what a claim, a beat, a commit and a release may answer, on any
 * Posix and any file system. A coordinator holds its own storage to it by extending {@link
 * io.holdfast.testkit.lease.LeaseContract}.
 */
@NullMarked
package io.holdfast.testkit.lease;

import org.jspecify.annotations.NullMarked;
