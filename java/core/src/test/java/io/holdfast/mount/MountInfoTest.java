package io.holdfast.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountInfoTest {

  private static final String TABLE =
      """
      22 27 0:20 / /sys rw,nosuid,nodev,noexec,relatime shared:7 - sysfs sysfs rw
      27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard,nobarrier
      31 27 0:27 / /dev/shm rw,nosuid,nodev shared:12 - tmpfs tmpfs rw,size=24683652k
      40 27 254:0 /srv/data /mnt/bind ro,relatime - ext4 /dev/vda rw,discard,nobarrier
      41 27 0:44 / /mnt/nfs3 rw,relatime shared:30 master:2 - nfs srv:/export \
      rw,vers=3,local_lock=all
      42 27 0:45 / /mnt/nfs4 rw - nfs4 [fd00::1]:/ \
      rw,vers=4.2,soft,clientaddr=fd00::2,local_lock=none
      43 27 0:46 / /mnt/lustre rw - lustre 10.0.0.1@tcp:/fs rw,checksum,flock,nouser_xattr,nolock
      44 27 0:47 / /mnt/ov rw - overlay overlay rw,lowerdir=/l1:/l2,upperdir=/u,workdir=/w,volatile
      45 27 0:48 / /mnt/bindfs rw,nosuid - fuse.bindfs /srv/with\\040space rw,user_id=0,group_id=0
      46 27 0:49 / /mnt/a\\040b\\011c\\012d\\134e rw - tmpfs none rw
      47 27 0:50 / /mnt/no-super rw - tmpfs none
      nonsense
      48 27 0:51 / /mnt/cut rw shared:3
      """;

  private final MountInfo info = MountInfo.parse(TABLE.getBytes(StandardCharsets.ISO_8859_1));

  private MountFacts mount(long id) {
    return info.byId(id).orElseThrow();
  }

  @Test
  void readsAnOrdinaryLine() {
    MountFacts root = mount(27);
    assertThat(root.device()).isEqualTo("254:0");
    assertThat(root.type()).isEqualTo("ext4");
    assertThat(root.source()).isEqualTo("/dev/vda");
    assertThat(root.mountPoint()).isEqualTo("/");
    assertThat(root.root()).isEqualTo("/");
    assertThat(root.options()).containsExactly("rw", "relatime", "discard", "nobarrier");
  }

  @Test
  void skipsAnyNumberOfOptionalFields() {
    assertThat(mount(41).type()).isEqualTo("nfs");
    assertThat(mount(41).source()).isEqualTo("srv:/export");
    assertThat(mount(42).type()).isEqualTo("nfs4");
    assertThat(mount(31).type()).isEqualTo("tmpfs");
  }

  @Test
  void mountOptionsStandBeforeThoseOfTheFileSystem() {
    assertThat(mount(40).options().get(0)).isEqualTo("ro");
    assertThat(mount(40).root()).isEqualTo("/srv/data");
  }

  @Test
  void optionsAreWholeWords() {
    assertThat(mount(41).hasOption("local_lock=all")).isTrue();
    assertThat(mount(43).hasOption("flock")).isTrue();
    assertThat(mount(43).hasOption("user_xattr")).isFalse();
    assertThat(mount(44).hasOption("volatile")).isTrue();
    assertThat(mount(44).hasOption("lowerdir=/l1:/l2")).isTrue();
  }

  @Test
  void undoesOctalEscapesAndPrintsWhatIsNotPrintable() {
    assertThat(mount(45).source()).isEqualTo("/srv/with space");
    assertThat(mount(46).mountPoint()).isEqualTo("/mnt/a b\\x09c\\x0ad\\\\e");
    assertThat(MountInfo.unescape("\\040\\1\\9\\777\\134"))
        .isEqualTo(" \\1\\9\\777\\".getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void leavesOutWhatIsNoLine() {
    assertThat(info.mounts()).hasSize(10);
    assertThat(info.byId(47)).isEmpty();
    assertThat(info.byId(48)).isEmpty();
  }

  @Test
  void byDeviceTakesTheDeepestMountPointAboveThePath() {
    assertThat(info.byDevice("254:0", "/mnt/bind/x").orElseThrow().mountId()).isEqualTo(40);
    assertThat(info.byDevice("254:0", "/home").orElseThrow().mountId()).isEqualTo(27);
    assertThat(info.byDevice("254:0", "/mnt/bindless").orElseThrow().mountId()).isEqualTo(27);
    assertThat(info.byDevice("9:9", "/")).isEmpty();
  }

  @Test
  void amongMountsOnOnePointTheLastIsOnTop() {
    String twice =
        """
        50 1 0:60 / /m rw - tmpfs a rw
        51 1 0:60 / /m rw - tmpfs b rw
        """;
    MountInfo table = MountInfo.parse(twice.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(table.byDevice("0:60", "/m/x").orElseThrow().mountId()).isEqualTo(51);
  }

  @Test
  void deviceNumbersAreSpelledAsInTheTable() {
    assertThat(MountInfo.deviceName(0xfe00L)).isEqualTo("254:0");
    assertThat(MountInfo.deviceName(0x2cL)).isEqualTo("0:44");
    assertThat(MountInfo.deviceName(0x1000_5672_3489L)).isEqualTo("4660:354185");
  }

  @Test
  void aFileWithoutLinesHasNoMounts() {
    assertThat(MountInfo.parse(new byte[0]).mounts()).isEqualTo(List.of());
  }
}
