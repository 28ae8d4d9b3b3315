package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The directory that is a lock: made and removed, told of by a file beside it, never broken. */
interface MkdirContract extends LockedGround {

  @Override
  default PosixCall taking() {
    return PosixCall.MKDIRAT;
  }

  @Override
  default PosixCall lettingGo() {
    return PosixCall.UNLINKAT;
  }

  @Override
  default boolean takes(Call call) {
    return call.which() == PosixCall.MKDIRAT
        && call.names().get(0).toString().endsWith(".json.lock");
  }

  @Override
  default boolean letsGo(Call call) {
    return LockedGround.removesDirectory(call);
  }

  @Override
  default Hold hold(WorkId id) {
    String path = LeaseArena.lock(id);
    arena().mkdir(path);
    return () -> arena().rmdir(path);
  }

  private static String owner(WorkId id) {
    return LeaseArena.lock(id) + ".owner";
  }

  @Test
  default void lockDirectoryHasAFileBesideItThatNamesItsOwner() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    List<String> owners = new ArrayList<>();
    a.meanwhile()
        .before(
            PosixCall.FSYNC,
            call -> true,
            () ->
                owners.add(new String(Unchecked.call(() -> arena().read(owner(id(1)))), US_ASCII)));

    a.take(id(1));

    assertThat(owners).hasSize(1);
    assertThat(owners.get(0))
        .matches("\\S+ [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} [0-9]+ [0-9a-f]{32}\n");
  }

  @Test
  default void lockDirectoryAndOwnerFileGoWithTheLock() throws Exception {
    Coordinator a = arena().open("alpha");

    a.take(id(1));

    assertThat(arena().names(id(1), "")).containsExactly(id(1).hex() + ".json");
  }

  @Test
  default void lockDirectoryThatSomebodyLeftIsNeverBroken() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    hold(id(1));
    arena().write(owner(id(1)), "host boot 1 random\n".getBytes(US_ASCII));
    a.pass(24 * 3_600_000L);

    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Unavailable.class);
    a.table().sweep();

    assertThat(arena().isThere(LeaseArena.lock(id(1)))).isTrue();
    assertThat(arena().read(owner(id(1)))).isEqualTo("host boot 1 random\n".getBytes(US_ASCII));
  }

  @Test
  default void fileAtTheLockDirectorysPathIsRefusedAtOnceAndKept() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    arena().write(LeaseArena.lock(id(1)), new byte[0]);
    long before = a.nanoTime();

    PosixException refused = catchThrowableOfType(PosixException.class, () -> a.claim(id(1)));

    assertThat(refused.errno()).isEqualTo(Errno.ENOTDIR);
    assertThat(a.nanoTime()).isEqualTo(before);
    assertThat(arena().isThere(LeaseArena.lock(id(1)))).isTrue();
  }

  @Test
  default void ownerFileThatCannotBeWrittenMeansNothingToTheLock() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    a.fail(
        Fault.of(PosixCall.OPENAT, Errno.ENOSPC)
            .where(call -> call.hasName(id(1).hex() + ".json.lock.owner")));

    a.take(id(1));

    assertThat(arena().isThere(LeaseArena.lock(id(1)))).isFalse();
  }

  @Test
  default void lockDirectoryWhoseRemovalIsInterruptedIsRemovedAllTheSame() throws Exception {
    Coordinator a = arena().open("alpha");
    a.fail(Fault.of(PosixCall.UNLINKAT, Errno.EINTR).where(this::letsGo).times(3));

    a.take(id(1));

    assertThat(arena().isThere(LeaseArena.lock(id(1)))).isFalse();
  }

  @Test
  default void lockDirectoryThatCannotBeRemovedIsCounted() throws Exception {
    Coordinator a = arena().open("alpha");
    a.fail(Fault.of(PosixCall.UNLINKAT, Errno.EIO).where(this::letsGo));

    a.take(id(1));

    assertThat(a.table().counters().snapshot().leftovers()).isEqualTo(1);
    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Unavailable.class);
  }
}
