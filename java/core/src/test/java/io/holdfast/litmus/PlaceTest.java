package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@link SamePlace#judge}, {@link CommonGround} and {@link OverlayLayers}. */
class PlaceTest {

  private static CommonGround.Side overlay(String point, String absolute, String... layers) {
    return new CommonGround.Side(Mounts.at("overlay", "overlay", point), absolute, List.of(layers));
  }

  @Test
  void bothWaysOrNotAtAll() {
    assertThat(SamePlace.judge(true, true, Optional.empty(), "/a", "/b").isQualified()).isTrue();
    assertThat(SamePlace.judge(true, true, Optional.of("x"), "/a", "/b").isQualified()).isTrue();
    assertThat(SamePlace.judge(false, true, Optional.empty(), "/a", "/b").verdict())
        .isEqualTo(
            Verdict.inconclusive(
                "not the same place: a file made through B (/b) is never seen through A (/a)"));
    assertThat(SamePlace.judge(true, false, Optional.empty(), "/a", "/b").verdict())
        .isEqualTo(
            Verdict.inconclusive(
                "not the same place: a file made through A (/a) is never seen through B (/b)"));
  }

  @Test
  void aCommonGroundTurnsItIntoACounterExample() {
    Optional<String> ground = Optional.of("both are overlays on /lower");
    assertThat(SamePlace.judge(false, false, ground, "/a", "/b").verdict())
        .isEqualTo(
            Verdict.refuted(
                "a file made through A (/a) is never seen through B (/b) although both are overlays"
                    + " on /lower"));
  }

  @Test
  void overlaysShareALayer() {
    assertThat(
            CommonGround.of(
                overlay("/m1", "/m1", "/l1", "/l2", "/u1"), overlay("/m2", "/m2", "/l2", "/u2")))
        .contains("both are overlays on /l2");
    assertThat(
            CommonGround.of(
                overlay("/m1", "/m1", "/l1", "/u1"), overlay("/m2", "/m2", "/l2", "/u2")))
        .isEmpty();
  }

  @Test
  void differentDirectoriesOfTwoOverlaysAreDifferentPlaces() {
    assertThat(
            CommonGround.of(overlay("/m1", "/m1/state", "/l"), overlay("/m2", "/m2/state", "/l")))
        .isPresent();
    assertThat(
            CommonGround.of(overlay("/m1", "/m1/state", "/l"), overlay("/m2", "/m2/other", "/l")))
        .isEmpty();
    assertThat(CommonGround.of(overlay("/m1", "", "/l"), overlay("/m2", "", "/l"))).isEmpty();
  }

  @Test
  void theRawLowerDirectoryUnderAnOverlay() {
    CommonGround.Side raw =
        new CommonGround.Side(Mounts.at("ext4", "/dev/sda", "/"), "/l/state", List.of());
    CommonGround.Side merged = overlay("/m", "/m/state", "/l", "/u");
    assertThat(CommonGround.of(raw, merged)).contains("B is an overlay on /l, which is A");
    assertThat(CommonGround.of(merged, raw)).contains("A is an overlay on /l, which is B");
    assertThat(CommonGround.of(raw, overlay("/m", "/m", "/l", "/u"))).isEmpty();
  }

  @Test
  void fuseMountsOfOneSource() {
    CommonGround.Side a =
        new CommonGround.Side(Mounts.at("fuse.bindfs", "/srv", "/m1"), "/m1", List.of());
    CommonGround.Side b =
        new CommonGround.Side(Mounts.at("fuse.bindfs", "/srv", "/m2"), "/m2", List.of());
    CommonGround.Side other =
        new CommonGround.Side(Mounts.at("fuse.bindfs", "/home", "/m2"), "/m2", List.of());
    assertThat(CommonGround.of(a, b)).contains("both are fuse.bindfs mounts of /srv");
    assertThat(CommonGround.of(a, other)).isEmpty();
  }

  @Test
  void aSourceThatIsOnlyAProgramsNameProvesNothing() {
    CommonGround.Side a = new CommonGround.Side(Mounts.at("fuse.x", "x", "/m1"), "/m1", List.of());
    CommonGround.Side b = new CommonGround.Side(Mounts.at("fuse.x", "x", "/m2"), "/m2", List.of());
    assertThat(CommonGround.of(a, b)).isEmpty();
    CommonGround.Side disk =
        new CommonGround.Side(Mounts.at("ext4", "/dev/sda", "/m2"), "/m2", List.of());
    assertThat(CommonGround.of(disk, disk)).isEmpty();
  }

  @Test
  void layersAreSplitAtColonsThatNoBackslashProtects() {
    assertThat(
            OverlayLayers.of(
                Mounts.of(
                    "overlay", "rw", "lowerdir=/a:/b\\\\:c::/d", "upperdir=/u", "workdir=/w")))
        .containsExactly("/a", "/b\\\\:c", "/d", "/u");
    assertThat(OverlayLayers.of(Mounts.of("overlay", "lowerdir+=/a", "lowerdir+=/b")))
        .containsExactly("/a", "/b");
    assertThat(OverlayLayers.of(Mounts.of("ext4", "rw"))).isEmpty();
  }
}
