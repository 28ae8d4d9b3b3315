/**
 * A file system in memory behind {@link io.holdfast.posix.Posix} that keeps apart what is visible
 * and what would survive a crash, for data and for names, directory by directory.
 *
 * <p>{@link io.holdfast.testkit.sim.SimDisk} is the storage, {@link
 * io.holdfast.testkit.sim.SimPosix} one process on it, {@link io.holdfast.testkit.sim.CrashPoint}
 * everything that a crash at one moment may leave.
 */
@NullMarked
package io.holdfast.testkit.sim;

import org.jspecify.annotations.NullMarked;
