package io.holdfast.lab.shared;

import io.holdfast.lab.Expectation;
import io.holdfast.litmus.LockBehaviour;
import java.util.List;

/** How clients mount SMB, and what must be seen. */
final class SmbCases {

  /** They exclude, and nobody else can read what is locked. */
  private static final Expectation MANDATORY = Expected.QUALIFIED.allLocks(LockBehaviour.MANDATORY);

  /** All cases, in the order in which they are run. */
  static final List<StorageCase> ALL =
      List.of(
          StorageCase.both("smb/3.1.1", "two clients, vers=3.1.1", "vers=3.1.1", MANDATORY),
          StorageCase.both(
              "smb/3.1.1-nobrl",
              "two clients, vers=3.1.1,nobrl",
              "vers=3.1.1,nobrl",
              Expected.ALL_LOCAL));

  private SmbCases() {}
}
