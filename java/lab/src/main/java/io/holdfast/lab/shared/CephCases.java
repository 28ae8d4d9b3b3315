package io.holdfast.lab.shared;

import java.util.List;

/** How clients mount CephFS, and what must be seen. */
final class CephCases {

  /** All cases, in the order in which they are run. */
  static final List<StorageCase> ALL =
      List.of(StorageCase.both("ceph/fuse", "two clients by ceph-fuse", "", Expected.COHERENT));

  private CephCases() {}
}
