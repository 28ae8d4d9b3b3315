package io.holdfast.litmus;

import static io.holdfast.litmus.LockBehaviour.ALWAYS_GRANTED;
import static io.holdfast.litmus.LockBehaviour.COHERENT;
import static io.holdfast.litmus.LockBehaviour.LOCAL_ONLY;
import static io.holdfast.litmus.LockBehaviour.MANDATORY;
import static io.holdfast.litmus.LockBehaviour.UNKNOWN;
import static io.holdfast.litmus.LockBehaviour.UNSUPPORTED;
import static io.holdfast.litmus.LockKind.FLOCK;
import static io.holdfast.litmus.LockKind.OFD;
import static io.holdfast.litmus.LockKind.POSIX;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.litmus.LockObservation.Exclusion;
import org.junit.jupiter.api.Test;

class LockExpectationTest {

  private static LockBehaviour expected(LockKind kind, String type, String... options) {
    return LockExpectation.of(kind, Mounts.of(type, options)).behaviour();
  }

  @Test
  void nfsSaysWhichLocksStayOnTheClient() {
    assertThat(expected(FLOCK, "nfs4", "local_lock=none")).isEqualTo(COHERENT);
    assertThat(expected(FLOCK, "nfs", "local_lock=flock")).isEqualTo(LOCAL_ONLY);
    assertThat(expected(OFD, "nfs", "local_lock=flock")).isEqualTo(COHERENT);
    assertThat(expected(POSIX, "nfs", "local_lock=posix")).isEqualTo(LOCAL_ONLY);
    assertThat(expected(FLOCK, "nfs", "local_lock=posix")).isEqualTo(COHERENT);
    assertThat(expected(OFD, "nfs", "local_lock=all", "nolock")).isEqualTo(LOCAL_ONLY);
    assertThat(expected(FLOCK, "nfs", "nolock")).isEqualTo(LOCAL_ONLY);
    assertThat(LockExpectation.of(FLOCK, Mounts.of("nfs", "local_lock=all")).text())
        .isEqualTo("local_lock=all: flock stays on this client");
  }

  @Test
  void lustreOptionsAreWholeWordsAndItsNolockMeansSomethingElse() {
    assertThat(expected(FLOCK, "lustre", "rw", "nolock")).isEqualTo(COHERENT);
    assertThat(expected(FLOCK, "lustre", "flock")).isEqualTo(COHERENT);
    assertThat(expected(OFD, "lustre", "localflock")).isEqualTo(LOCAL_ONLY);
    assertThat(expected(FLOCK, "lustre", "noflock")).isEqualTo(UNSUPPORTED);
  }

  @Test
  void otherSharedFileSystems() {
    assertThat(expected(FLOCK, "cifs")).isEqualTo(MANDATORY);
    assertThat(expected(FLOCK, "cifs", "nobrl")).isEqualTo(LOCAL_ONLY);
    assertThat(expected(FLOCK, "ocfs2")).isEqualTo(COHERENT);
    assertThat(expected(OFD, "ocfs2")).isEqualTo(LOCAL_ONLY);
    assertThat(expected(POSIX, "ocfs2")).isEqualTo(LOCAL_ONLY);
    assertThat(expected(POSIX, "ocfs2", "cluster_stack=pcmk")).isEqualTo(COHERENT);
    assertThat(expected(FLOCK, "ocfs2", "localflocks")).isEqualTo(LOCAL_ONLY);
    assertThat(expected(FLOCK, "gpfs")).isEqualTo(LOCAL_ONLY);
    assertThat(expected(POSIX, "gpfs")).isEqualTo(COHERENT);
    assertThat(expected(FLOCK, "fuse.sshfs")).isEqualTo(UNKNOWN);
    assertThat(expected(FLOCK, "unheard-of")).isEqualTo(UNKNOWN);
    assertThat(expected(FLOCK, "ext4")).isEqualTo(COHERENT);
    assertThat(expected(FLOCK, "overlay")).isEqualTo(COHERENT);
  }

  @Test
  void whatContradictsAndWhatDoesNot() {
    LockObservation coherentHere =
        new LockObservation(FLOCK, Exclusion.EXCLUDED, Exclusion.EXCLUDED, null, false);
    LockObservation coherentBetween =
        new LockObservation(
            FLOCK, Exclusion.EXCLUDED, Exclusion.EXCLUDED, Exclusion.EXCLUDED, false);
    LockObservation granted =
        new LockObservation(FLOCK, Exclusion.GRANTED, Exclusion.GRANTED, null, false);
    LockExpectation coherent = new LockExpectation(COHERENT, "");
    LockExpectation local = new LockExpectation(LOCAL_ONLY, "");
    assertThat(coherent.isContradictedBy(coherentHere)).isFalse();
    assertThat(coherent.isContradictedBy(granted)).isTrue();
    assertThat(local.isContradictedBy(coherentHere)).as("another client was not asked").isFalse();
    assertThat(local.isContradictedBy(coherentBetween)).isTrue();
    assertThat(local.isContradictedBy(granted)).isTrue();
    assertThat(new LockExpectation(UNKNOWN, "").isContradictedBy(granted)).isFalse();
    assertThat(granted.behaviour()).isEqualTo(ALWAYS_GRANTED);
  }
}
