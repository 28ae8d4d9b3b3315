package io.holdfast.lab.shared;

import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.LockKind;
import java.util.List;

/** How nodes mount OCFS2, and what must be seen. */
final class Ocfs2Cases {

  /** All cases, in the order in which they are run. */
  static final List<StorageCase> ALL =
      List.of(
          StorageCase.both(
              "ocfs2/o2cb",
              "two nodes of one disk",
              "rw",
              Expected.QUALIFIED
                  .lock(LockKind.FLOCK, LockBehaviour.COHERENT)
                  .lock(LockKind.OFD, LockBehaviour.LOCAL_ONLY)
                  .lock(LockKind.POSIX, LockBehaviour.LOCAL_ONLY)),
          StorageCase.both(
              "ocfs2/localflocks",
              "two nodes of one disk, localflocks",
              "localflocks",
              Expected.ALL_LOCAL));

  private Ocfs2Cases() {}
}
