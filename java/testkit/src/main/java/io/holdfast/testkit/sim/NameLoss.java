package io.holdfast.testkit.sim;

/** Which sets of un-synced changes of names a crash may keep. */
public enum NameLoss {
  /**
   * Any that a file system can produce which never undoes half of what it shows: a change survives
   * only together with the un-synced ones before it that touched the same names.
   */
  DEPENDENT,
  /** Any whatever; then a name may be where it came from and where it went. */
  INDEPENDENT,
  /** Any, and renames by halves. Promises nothing; protocols that survive it are very careful. */
  TORN
}
