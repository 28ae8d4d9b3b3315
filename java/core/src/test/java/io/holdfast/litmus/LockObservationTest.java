package io.holdfast.litmus;

import static io.holdfast.litmus.LockObservation.Exclusion.EXCLUDED;
import static io.holdfast.litmus.LockObservation.Exclusion.GRANTED;
import static io.holdfast.litmus.LockObservation.Exclusion.UNKNOWN;
import static io.holdfast.litmus.LockObservation.Exclusion.UNSUPPORTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.litmus.LockObservation.Exclusion;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LockObservationTest {

  private static LockBehaviour flock(
      Exclusion process, Exclusion client, @Nullable Exclusion mounts) {
    return new LockObservation(LockKind.FLOCK, process, client, mounts, false).behaviour();
  }

  @Test
  void oneWordForWhatWasSeen() {
    assertThat(flock(EXCLUDED, EXCLUDED, null)).isEqualTo(LockBehaviour.COHERENT);
    assertThat(flock(EXCLUDED, EXCLUDED, EXCLUDED)).isEqualTo(LockBehaviour.COHERENT);
    assertThat(flock(EXCLUDED, EXCLUDED, GRANTED)).isEqualTo(LockBehaviour.LOCAL_ONLY);
    assertThat(flock(GRANTED, GRANTED, EXCLUDED)).isEqualTo(LockBehaviour.NO_OWNER);
    assertThat(flock(GRANTED, GRANTED, GRANTED)).isEqualTo(LockBehaviour.ALWAYS_GRANTED);
    assertThat(flock(GRANTED, GRANTED, null)).isEqualTo(LockBehaviour.ALWAYS_GRANTED);
    assertThat(flock(UNSUPPORTED, UNSUPPORTED, null)).isEqualTo(LockBehaviour.UNSUPPORTED);
    assertThat(flock(EXCLUDED, EXCLUDED, UNSUPPORTED)).isEqualTo(LockBehaviour.UNSUPPORTED);
    assertThat(flock(EXCLUDED, UNKNOWN, null)).isEqualTo(LockBehaviour.UNKNOWN);
    assertThat(flock(EXCLUDED, EXCLUDED, UNKNOWN)).isEqualTo(LockBehaviour.UNKNOWN);
  }

  @Test
  void aFlockThatBelongsToItsProcessHasNoWord() {
    assertThat(flock(GRANTED, EXCLUDED, null)).isEqualTo(LockBehaviour.UNKNOWN);
    assertThat(flock(EXCLUDED, GRANTED, null)).isEqualTo(LockBehaviour.UNKNOWN);
  }

  @Test
  void aPosixLockIsSharedWithinItsProcessByNature() {
    assertThat(new LockObservation(LockKind.POSIX, GRANTED, EXCLUDED, null, false).behaviour())
        .isEqualTo(LockBehaviour.COHERENT);
    assertThat(new LockObservation(LockKind.POSIX, GRANTED, GRANTED, null, false).behaviour())
        .isEqualTo(LockBehaviour.ALWAYS_GRANTED);
  }

  @Test
  void mandatoryIsToldWhereItExcludes() {
    assertThat(new LockObservation(LockKind.OFD, EXCLUDED, EXCLUDED, null, true).behaviour())
        .isEqualTo(LockBehaviour.MANDATORY);
  }
}
