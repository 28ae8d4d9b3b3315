package io.holdfast.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an NFS client tells of its lease, in the form of nfs_show_stats of the kernel. */
class NfsLeaseTest {

  private static final String TABLE =
      """
      device rootfs mounted on / with fstype rootfs
      device server:/a mounted on /mnt/a\\040b with fstype nfs4 statvers=1.1
      \topts:\trw,vers=4.2,rsize=262144,hard,proto=tcp,local_lock=none
      \tage:\t731
      \tcaps:\tcaps=0xfffbc03f,wtmult=512,dtsize=262144,bsize=0,namlen=255
      \tnfsv4:\tbm0=0xfdffbfff,bm1=0xf9be3e,bm2=0x8,acl=0x3,sessions,pnfs=not configured,\
      lease_time=90,lease_expired=0
      \tsec:\tflavor=1,pseudoflavor=1
      device server:/c mounted on /mnt/c with fstype nfs4 statvers=1.1
      \tnfsv4:\tbm0=0xfdffbfff,acl=0x3,lease_time=10,lease_expired=41
      device server:/old mounted on /mnt/old with fstype nfs4 statvers=1.1
      \tnfsv4:\tbm0=0xfdffbfff,bm1=0xf9be3e,acl=0x3
      """;

  private static Optional<NfsLease> at(String mountPoint) {
    MountFacts mount =
        new MountFacts(1, "0:50", "nfs4", "server:/a", "/", mountPoint, List.of("rw"));
    return NfsLease.parse(TABLE.getBytes(StandardCharsets.US_ASCII), mount);
  }

  @Test
  void isThatOfTheMount() {
    assertThat(at("/mnt/a b")).contains(new NfsLease(90, 0));
    assertThat(at("/mnt/c")).contains(new NfsLease(10, 41));
    assertThat(at("/mnt/a b").orElseThrow().isExpired()).isFalse();
    assertThat(at("/mnt/c").orElseThrow().isExpired()).isTrue();
  }

  @Test
  void isUnknownWhereTheKernelDoesNotTell() {
    assertThat(at("/mnt/old")).isEmpty();
    assertThat(at("/mnt")).isEmpty();
  }

  @Test
  void aClientIsNamedByItsHostWhereNoOtherNameIsSet() {
    assertThat(NfsClient.isNamedByHostAlone(List.of("(null)", ""))).isTrue();
    assertThat(NfsClient.isNamedByHostAlone(List.of("?", ""))).isTrue();
    assertThat(NfsClient.isNamedByHostAlone(List.of("clone-7", ""))).isFalse();
    assertThat(NfsClient.isNamedByHostAlone(List.of("(null)", "clone-7"))).isFalse();
    assertThat(NfsClient.isNamedByHostAlone(List.of("?", "?"))).isFalse();
  }
}
