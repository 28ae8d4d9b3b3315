package io.holdfast.lab.shared;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Storage that keeps its word between two clients, and storage that does not. */
@Tag("litmus")
class StorageLabTest {

  @TestFactory
  Stream<DynamicTest> nfs() throws IOException {
    List<StorageCase> some =
        Stream.of("4.1", "3-nolock")
            .map(StorageKind.NFS::caseNamed)
            .map(Optional::orElseThrow)
            .toList();
    return StorageRun.of(StorageKind.NFS, some).expectedIsObserved();
  }

  @TestFactory
  Stream<DynamicTest> smb() throws IOException {
    return StorageRun.of(StorageKind.SMB, StorageKind.SMB.cases()).expectedIsObserved();
  }

  @TestFactory
  Stream<DynamicTest> ocfs2() throws IOException {
    return StorageRun.of(StorageKind.OCFS2, StorageKind.OCFS2.cases()).expectedIsObserved();
  }

  @TestFactory
  Stream<DynamicTest> gluster() throws IOException {
    return StorageRun.of(StorageKind.GLUSTER, StorageKind.GLUSTER.cases()).expectedIsObserved();
  }
}
