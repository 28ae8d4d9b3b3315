/** What the kernel tells of a mount: facts, no judgement. Asks no file system anything. */
@NullMarked
package io.holdfast.mount;

import org.jspecify.annotations.NullMarked;
