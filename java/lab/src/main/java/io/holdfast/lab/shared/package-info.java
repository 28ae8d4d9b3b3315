/**
 * Storage that two clients share, and what they say of it to each other: NFS, SMB and OCFS2 between
 * guests, GlusterFS and CephFS between network namespaces.
 *
 * <p>{@link StorageLab} runs the cases of a {@link StorageKind} in a process of its own, and
 * nothing of them is left when that ends.
 */
@NullMarked
package io.holdfast.lab.shared;

import org.jspecify.annotations.NullMarked;
