/**
 * Crashes storage under the durable verbs: what was promised must be there in every state that a
 * power cut may leave, on a file system that keeps no more than POSIX promises and on real ones.
 * And fails the disk under several processes: nothing may be acknowledged that is lost.
 */
@NullMarked
package io.holdfast.lab.crash;

import org.jspecify.annotations.NullMarked;
