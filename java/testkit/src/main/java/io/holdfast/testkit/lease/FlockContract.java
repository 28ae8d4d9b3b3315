package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The flock: on a regular file beside the record that stays, opened for writing. */
interface FlockContract extends LockedGround {

  @Override
  default PosixCall taking() {
    return PosixCall.FLOCK;
  }

  @Override
  default PosixCall lettingGo() {
    return PosixCall.FLOCK;
  }

  @Override
  default boolean takes(Call call) {
    return call.which() == PosixCall.FLOCK && call.arguments().contains(tries());
  }

  @Override
  default boolean letsGo(Call call) {
    return call.which() == PosixCall.FLOCK && call.arguments().get(1).equals(Flags.LOCK_UN);
  }

  private static int tries() {
    return Flags.LOCK_EX | Flags.LOCK_NB;
  }

  @Override
  default Hold hold(WorkId id) throws PosixException {
    Posix posix = arena().hand();
    byte[] path = arena().root().resolve(RawPath.of(LeaseArena.lock(id))).bytes();
    Descriptor file =
        Descriptor.open(posix, Flags.AT_FDCWD, path, Flags.O_RDWR | Flags.O_CREAT, 0600);
    assertThat(posix.flock(file.number(), tries())).isZero();
    return file::close;
  }

  @Test
  default void flockIsTakenOnAFileThatIsOpenedForWritingAndFollowsNoLink() throws Exception {
    Coordinator a = arena().open("alpha");
    a.calls().clear();

    a.take(id(1));

    List<RecordedCall> opened =
        a.calls()
            .trace()
            .only(PosixCall.OPENAT)
            .where(call -> call.call().hasName(id(1).hex() + ".json.lock"))
            .calls();
    assertThat(opened).hasSize(1);
    int flags = (Integer) opened.get(0).call().arguments().get(2);
    int wanted = Flags.O_RDWR | Flags.O_CREAT | Flags.O_NOFOLLOW;
    assertThat(flags & wanted).isEqualTo(wanted);
  }

  @Test
  default void flockIsLetGoBeforeItsFileIsClosed() throws Exception {
    Coordinator a = arena().open("alpha");
    a.calls().clear();

    a.take(id(1));

    List<RecordedCall> changes = lockChanges(a.calls().trace());
    assertThat(changes).hasSize(2);
    RecordedCall closed =
        a.calls()
            .trace()
            .only(PosixCall.CLOSE)
            .where(call -> call.isOn(id(1).hex() + ".json.lock"))
            .calls()
            .get(0);
    assertThat(changes.get(1).endedBefore(closed)).isTrue();
  }

  @Test
  default void flocksFileStaysWhenTheRecordGoes() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    long inode = arena().stat(LeaseArena.lock(id(1))).ino();

    a.table().sweep();
    a.complete(a.take(id(1)));

    assertThat(arena().stat(LeaseArena.lock(id(1))).ino()).isEqualTo(inode);
  }

  @ParameterizedTest
  @ValueSource(ints = {0600, 0640, 0660})
  default void flocksFileHasTheManifestsModeWhateverTheUmask(int mode) throws Exception {
    TableManifest plain = arena().manifest();
    Coordinator a =
        arena()
            .open(
                "alpha",
                new TableManifest(
                    plain.kind(),
                    plain.protocol(),
                    plain.shardCount(),
                    plain.ttlMillis(),
                    mode,
                    0700));

    a.take(id(1));

    assertThat(arena().stat(LeaseArena.lock(id(1))).permissions()).isEqualTo(mode);
    assertThat(arena().stat(LeaseArena.hint(id(1))).permissions()).isEqualTo(mode);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EAGAIN", "EACCES"})
  default void flockThatIsRefusedSoIsContention(String symbol) throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    a.fail(Fault.of(PosixCall.FLOCK, Errnos.named(symbol)).times(3));
    long before = a.nanoTime();

    a.take(id(1));

    assertThat(a.nanoTime()).isGreaterThan(before);
  }

  @Test
  default void flockThatIsInterruptedIsTriedAgainAtOnce() throws Exception {
    Coordinator a = arena().open("alpha");
    a.fail(Fault.of(PosixCall.FLOCK, Errno.EINTR).times(3));
    long before = a.nanoTime();

    a.take(id(1));

    assertThat(a.nanoTime()).isEqualTo(before);
  }

  @Test
  default void openOfALockFileThatIsForbiddenIsNoContention() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    a.fail(
        Fault.of(PosixCall.OPENAT, Errno.EACCES)
            .where(call -> call.hasName(id(1).hex() + ".json.lock"))
            .forEver());
    long before = a.nanoTime();

    PosixException refused = catchThrowableOfType(PosixException.class, () -> a.claim(id(1)));

    assertThat(refused.errno()).isEqualTo(Errno.EACCES);
    assertThat(a.nanoTime()).isEqualTo(before);
  }

  @Test
  default void flockOnAFileThatWasRemovedMeanwhileExcludesNobodyAndIsTakenAnew() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    a.meanwhile()
        .before(PosixCall.FLOCK, this::takes, () -> arena().unlink(LeaseArena.lock(id(1))));
    a.calls().clear();

    Lease lease = a.take(id(1));

    List<RecordedCall> taken = a.calls().trace().where(call -> takes(call.call())).calls();
    assertThat(taken).hasSize(2);
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void flockOnAFileThatWasReplacedMeanwhileLeavesItToItsHolder() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    Hold[] other = new Hold[1];
    a.meanwhile()
        .before(
            PosixCall.FLOCK,
            this::takes,
            () -> {
              arena().unlink(LeaseArena.lock(id(1)));
              other[0] = Unchecked.call(() -> hold(id(1)));
            });

    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Unavailable.class);

    other[0].release();
    a.take(id(1));
  }

  @Test
  default void directoryAtTheFlocksPathIsRefusedAndKept() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    arena().unlink(LeaseArena.lock(id(1)));
    arena().mkdir(LeaseArena.lock(id(1)));

    PosixException refused = catchThrowableOfType(PosixException.class, () -> a.claim(id(1)));

    assertThat(refused.errno()).isEqualTo(Errno.EISDIR);
    assertThat(arena().stat(LeaseArena.lock(id(1))).isDirectory()).isTrue();
    assertThat(arena().isThere(LeaseArena.hint(id(1)))).isFalse();
  }

  @Test
  default void symbolicLinkAtTheFlocksPathIsRefusedAndNotFollowed() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    arena().unlink(LeaseArena.lock(id(1)));
    arena().symlink("../elsewhere", LeaseArena.lock(id(1)));

    PosixException refused = catchThrowableOfType(PosixException.class, () -> a.claim(id(1)));

    assertThat(refused.errno()).isEqualTo(Errno.ELOOP);
    assertThat(arena().isThere("elsewhere")).isFalse();
    assertThat(arena().isThere(LeaseArena.lock(id(1)))).isTrue();
  }
}
