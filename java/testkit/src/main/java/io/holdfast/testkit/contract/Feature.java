package io.holdfast.testkit.contract;

/**
 * What a file system under a {@link io.holdfast.posix.Posix} may lack. A contract whose subject
 * does not support a feature asserts the documented refusal instead.
 */
public enum Feature {
  /** O_TMPFILE; else EOPNOTSUPP, EISDIR or ENOENT. */
  TMPFILE,
  /** linkat with AT_EMPTY_PATH without a capability, Linux 6.10; else ENOENT. */
  LINK_BY_EMPTY_PATH,
  /** RENAME_NOREPLACE on a free name; else EINVAL. */
  RENAME_NOREPLACE,
  /** RENAME_EXCHANGE; else EINVAL. */
  RENAME_EXCHANGE,
  /** RENAME_WHITEOUT; else EINVAL, or EPERM for who may not make device nodes. */
  RENAME_WHITEOUT,
  /** Extended attributes of users; else EOPNOTSUPP. */
  USER_XATTRS,
  /** fallocate with mode 0 and FALLOC_FL_KEEP_SIZE; else EOPNOTSUPP. */
  FALLOCATE,
  /** fsync of a directory; else EINVAL. */
  DIRECTORY_FSYNC,
  /** flock; else ENOSYS. */
  FLOCK,
  /** An exclusive flock through a descriptor that cannot write; else EBADF, as on NFS. */
  FLOCK_READ_ONLY_EXCLUSIVE,
  /** A failed change from a shared to an exclusive flock loses the lock, as on local storage. */
  FAILED_FLOCK_CHANGE_LOSES_LOCK,
  /** Birth times in statx; else the bit is missing from the mask. */
  BIRTH_TIME
}
