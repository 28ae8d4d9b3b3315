/**
 * Rigs: storage of every kind, made on this machine, and the cases that hold what {@link
 * io.holdfast.litmus.LocalQualifier} must say of each beside what it says.
 *
 * <p>Two processes take part. {@link io.holdfast.lab.Lab} runs in the caller's process and mounts
 * nothing. It starts {@link io.holdfast.lab.LabMain} in mount and pid namespaces of its own; there
 * the rigs are raised, on a tmpfs that nobody else sees. When the caller's process ends, however it
 * ends, the first process of that pid namespace ends too, and with it every process, mount, loop
 * device and file that a rig has made.
 */
@NullMarked
package io.holdfast.lab;

import org.jspecify.annotations.NullMarked;
