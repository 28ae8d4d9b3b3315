package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.bytes;
import static io.holdfast.testkit.durable.DurableArena.name;
import static io.holdfast.testkit.durable.DurableArena.single;
import static io.holdfast.testkit.durable.Verdicts.poisoned;
import static io.holdfast.testkit.durable.Verdicts.refused;
import static io.holdfast.testkit.durable.Verdicts.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DirectoryBarrierBatch.Result;
import io.holdfast.durable.DurableCounters;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Group commit: N content barriers, K directory barriers, one order for each record. */
interface BatchContract extends DurableGround {

  @ParameterizedTest
  @CsvSource({"1,1", "64,1", "64,8", "5,5"})
  default void aBatchMakesOneBarrierForEachRecordAndOneForEachDirectory(int records, int shards)
      throws Exception {
    List<Dir> dirs = shards(shards);
    try (DirectoryBarrierBatch batch = batch()) {
      for (int i = 0; i < records; i++) {
        batch.replace(dirs.get(i % shards), name("record" + i), bytes("content" + i));
      }
      assertThat(batch.flush()).isEqualTo(new Result(records, records, shards));
    }

    for (int i = 0; i < records; i++) {
      assertThat(arena().content(dirs.get(i % shards), "record" + i)).isEqualTo("content" + i);
      everyStepInOrder(dirs.get(i % shards), "record" + i);
    }
    DurableCounters.Snapshot counters = arena().durable().counters().snapshot();
    assertThat(counters.fileSyncs()).isEqualTo(records);
    assertThat(counters.directorySyncs()).isEqualTo(shards);
    assertThat(counters.directorySyncsAvoided()).isEqualTo(records - shards);
    assertThat(counters.barriers()).containsEntry(BarrierReason.BATCH, (long) shards);
    assertThat(arena().trace().only(PosixCall.FSYNC).size()).isEqualTo(records + shards);
  }

  private void everyStepInOrder(Dir dir, String target) {
    RecordedCall rename =
        single(
            arena()
                .trace()
                .only(PosixCall.RENAMEAT2)
                .where(call -> call.call().names().get(1).toString().equals(target)));
    String staged = rename.call().names().get(0).toString();
    RecordedCall content = single(arena().contentSyncs().where(call -> call.isOn(staged)));
    RecordedCall write =
        single(arena().trace().only(PosixCall.PWRITE).where(call -> call.isOn(staged)));
    RecordedCall directory = single(arena().directorySyncs(dir));
    assertThat(write.endedBefore(content)).isTrue();
    assertThat(content.endedBefore(rename)).isTrue();
    assertThat(rename.endedBefore(directory)).isTrue();
    arena().attributeProbes(dir).forEach(p -> assertThat(directory.endedBefore(p)).isTrue());
  }

  @Test
  default void recordsMoveInTheOrderInWhichTheyWereGiven() throws Exception {
    try (DirectoryBarrierBatch batch = batch()) {
      for (String record : List.of("c", "a", "b", "a")) {
        batch.replace(arena().root(), name(record), bytes(record));
      }
      batch.flush();
    }

    assertThat(
            arena().trace().only(PosixCall.RENAMEAT2).stream()
                .map(call -> call.call().names().get(1).toString()))
        .containsExactly("c", "a", "b", "a");
  }

  @Test
  default void aDirectoryOpenedTwiceIsOneDirectory() throws Exception {
    Dir shard = arena().directory("shard");
    try (Dir again = arena().root().openChild(name("shard"));
        DirectoryBarrierBatch batch = batch()) {
      batch.replace(shard, name("a"), bytes("a"));
      batch.replace(again, name("b"), bytes("b"));

      assertThat(batch.flush().directorySyncs()).isEqualTo(1);
    }
  }

  @Test
  default void aBatchRemovesAtOnceAndMakesThatDurableWithTheRest() throws Exception {
    arena().write(arena().root(), "old", "content");
    try (DirectoryBarrierBatch batch = batch()) {
      batch.replace(arena().root(), name("new"), bytes("new"));
      batch.remove(arena().root(), name("old"));
      batch.remove(arena().root(), name("absent"));
      assertThat(arena().names(arena().root())).doesNotContain("old");

      assertThat(batch.flush()).isEqualTo(new Result(1, 1, 1));
    }

    assertThat(arena().names(arena().root())).containsExactly("new");
    RecordedCall unlink =
        single(arena().trace().only(PosixCall.UNLINKAT).where(call -> call.call().hasName("old")));
    assertThat(unlink.endedBefore(single(arena().directorySyncs(arena().root())))).isTrue();
  }

  @Test
  default void aRemovalThatIsRefusedMakesNoBarrierAndTheBatchGoesOn() throws Exception {
    Dir other = arena().directory("other");
    arena().directory("record");
    try (DirectoryBarrierBatch batch = batch()) {
      refused(() -> batch.remove(arena().root(), name("record")), Errno.EISDIR);
      batch.replace(other, name("a"), bytes("a"));

      assertThat(batch.flush()).isEqualTo(new Result(1, 1, 1));
    }
    assertThat(arena().directorySyncs(arena().root()).size()).isZero();
  }

  @Test
  default void anEmptyBatchDoesNothingAndABatchCanGoOn() throws Exception {
    try (DirectoryBarrierBatch batch = batch()) {
      assertThat(batch.flush()).isEqualTo(new Result(0, 0, 0));
      assertThat(arena().trace().calls()).isEmpty();
      batch.replace(arena().root(), name("a"), bytes("a"));
      assertThat(batch.flush()).isEqualTo(new Result(1, 1, 1));
      batch.replace(arena().root(), name("b"), bytes("b"));
      assertThat(batch.flush()).isEqualTo(new Result(1, 1, 1));
    }
  }

  @Test
  default void aBatchThatIsClosedDropsWhatItStaged() throws Exception {
    arena().write(arena().root(), "record", "old");
    try (DirectoryBarrierBatch batch = batch()) {
      batch.replace(arena().root(), name("record"), bytes("new"));
    }

    assertThat(arena().content(arena().root(), "record")).isEqualTo("old");
    assertThat(arena().names(arena().root())).containsExactly("record");
    assertThat(arena().trace().only(PosixCall.FSYNC).size()).isZero();
  }

  @Test
  default void whatWasMovedIsSeenAndMadeDurableByTheFlush() throws Exception {
    try (DirectoryBarrierBatch batch = batch()) {
      batch.replace(arena().root(), name("a"), bytes("a"));
      batch.move();
      assertThat(arena().content(arena().root(), "a")).isEqualTo("a");
      assertThat(arena().directorySyncs(arena().root()).size()).isZero();
      batch.replace(arena().root(), name("b"), bytes("b"));

      assertThat(batch.flush()).isEqualTo(new Result(2, 2, 1));
    }
  }

  @Test
  default void whatWasMovedIsMadeDurableByClosing() throws Exception {
    try (DirectoryBarrierBatch batch = batch()) {
      batch.replace(arena().root(), name("a"), bytes("a"));
      batch.move();
      batch.replace(arena().root(), name("b"), bytes("b"));
    }

    assertThat(arena().names(arena().root())).containsExactly("a");
    assertThat(arena().directorySyncs(arena().root()).size()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"PWRITE,ENOSPC", "OPENAT,EDQUOT", "FSYNC,EIO", "RENAMEAT2,EACCES", "FCHMOD,EROFS"})
  default void whenTheSecondOfFiveFailsTheFirstIsDurableAndTheOthersAreAsTheyWere(
      PosixCall which, String symbol) throws Exception {
    for (int i = 1; i <= 5; i++) {
      arena().write(arena().root(), "record" + i, "old");
    }
    arena().fail(failing(which, Errnos.named(symbol), "record2"));
    try (DirectoryBarrierBatch batch = batch()) {
      for (int i = 1; i <= 5; i++) {
        batch.replace(arena().root(), name("record" + i), bytes("new"));
      }
      refused(batch::flush, Errnos.named(symbol));

      assertThatThrownBy(batch::flush).isInstanceOf(IllegalStateException.class);
    }

    assertThat(arena().content(arena().root(), "record1")).isEqualTo("new");
    for (int i = 2; i <= 5; i++) {
      assertThat(arena().content(arena().root(), "record" + i)).isEqualTo("old");
    }
    assertThat(arena().names(arena().root())).hasSize(5);
    RecordedCall moved = arena().trace().only(PosixCall.RENAMEAT2).calls().get(0);
    assertThat(moved.endedBefore(single(arena().directorySyncs(arena().root())))).isTrue();
  }

  @Test
  default void theFirstErrorInOrderIsThrownWithTheLaterOnesBehindIt() throws Exception {
    arena()
        .fail(
            failing(PosixCall.FSYNC, Errno.ENOSPC, "record4"),
            failing(PosixCall.FSYNC, Errno.EIO, "record2"),
            failing(PosixCall.PWRITE, Errno.EDQUOT, "record5"));
    try (DirectoryBarrierBatch batch = batch()) {
      for (int i = 1; i <= 5; i++) {
        batch.replace(arena().root(), name("record" + i), bytes("new"));
      }

      PosixException first = refused(batch::flush, Errno.EIO);

      assertThat(first.getSuppressed())
          .extracting(e -> ((PosixException) e).errno())
          .containsExactly(Errno.ENOSPC, Errno.EDQUOT);
    }
    assertThat(arena().names(arena().root())).containsExactly("record1");
  }

  @Test
  default void aFailedDirectoryBarrierGivesNoResult() throws Exception {
    List<Dir> dirs = shards(3);
    int failing = dirs.get(2).fd();
    arena().fail(Fault.of(PosixCall.FSYNC, Errno.EIO).where(call -> call.descriptor() == failing));
    try (DirectoryBarrierBatch batch = batch()) {
      for (Dir dir : dirs) {
        batch.replace(dir, name("record"), bytes("content"));
      }
      unknown(batch::flush);

      assertThatThrownBy(batch::flush).isInstanceOf(IllegalStateException.class);
    }
    poisoned(() -> arena().durable().replace(dirs.get(0), name("record"), bytes("content")));
    assertThat(arena().directorySyncs(dirs.get(2)).size()).as("never again").isEqualTo(1);
  }

  @Test
  default void aFailedBarrierOfThePrefixIsUnknownWithTheRecordsErrorBehindIt() throws Exception {
    arena()
        .fail(
            failing(PosixCall.PWRITE, Errno.ENOSPC, "second"),
            Fault.of(PosixCall.FSYNC, Errno.EIO)
                .where(call -> call.descriptor() == arena().root().fd()));
    try (DirectoryBarrierBatch batch = batch()) {
      batch.replace(arena().root(), name("first"), bytes("content"));
      batch.replace(arena().root(), name("second"), bytes("content"));

      assertThat(unknown(batch::flush, Errno.EIO).getSuppressed())
          .extracting(e -> ((PosixException) e).errno())
          .containsExactly(Errno.ENOSPC);
    }
  }

  @Test
  default void aRenameThatCannotBeDecidedEndsTheBatchUnknown() throws Exception {
    arena()
        .fail(
            failing(PosixCall.RENAMEAT2, Errno.EIO, "second"),
            Fault.of(PosixCall.UNLINKAT, Errno.EIO).forEver());
    try (DirectoryBarrierBatch batch = batch()) {
      for (String record : List.of("first", "second", "third")) {
        batch.replace(arena().root(), name(record), bytes("content"));
      }
      unknown(batch::flush, Errno.EIO);
      arena().faults().heal();
    }
    assertThat(arena().content(arena().root(), "first")).isEqualTo("content");
    assertThat(arena().names(arena().root())).doesNotContain("third");
  }

  @Test
  default void poisonThatComesMeanwhileStopsWhatIsNotMoved() throws Exception {
    Dir shard = arena().directory("shard");
    try (DirectoryBarrierBatch untouched = batch()) {
      DirectoryBarrierBatch begun = arena().keep(batch());
      untouched.replace(shard, name("untouched"), bytes("content"));
      begun.replace(shard, name("moved"), bytes("content"));
      begun.move();
      begun.replace(shard, name("staged"), bytes("content"));
      arena().fail(Fault.of(PosixCall.FSYNC, Errno.EIO));
      unknown(() -> arena().durable().remove(arena().root(), name("absent")));

      poisoned(untouched::flush);
      unknown(begun::flush);
      unknown(begun::close);
    }
    assertThat(arena().names(shard)).containsExactly("moved");
    assertThat(arena().directorySyncs(shard).size()).isZero();
  }

  @Test
  default void aFileIsHandedOverByName() throws Exception {
    arena().write(arena().root(), "mine", "content");
    arena().write(arena().root(), "record", "old");
    try (DirectoryBarrierBatch batch = batch()) {
      batch.replace(arena().root(), name("mine"), arena().root(), name("record"));
      assertThat(batch.flush()).isEqualTo(new Result(1, 1, 1));
    }

    assertThat(arena().content(arena().root(), "record")).isEqualTo("content");
    assertThat(arena().names(arena().root())).containsExactly("record");
    RecordedCall content = single(arena().contentSyncs());
    assertThat(content.isOn("mine")).isTrue();
    assertThat(content.endedBefore(single(arena().trace().only(PosixCall.RENAMEAT2)))).isTrue();
  }

  @Test
  default void differentDirectoriesAreRefusedBeforeAnythingIsTouched() throws Exception {
    Dir stage = arena().directory("stage");
    arena().write(stage, "mine", "content");
    try (DirectoryBarrierBatch batch = batch()) {
      arena().forgetCalls();

      assertThatThrownBy(() -> batch.replace(stage, name("mine"), arena().root(), name("record")))
          .isInstanceOf(IllegalArgumentException.class);

      assertThat(arena().trace().calls()).isEmpty();
      assertThat(batch.flush()).isEqualTo(new Result(0, 0, 0));
    }
    assertThat(arena().content(stage, "mine")).isEqualTo("content");
  }

  @ParameterizedTest
  @ValueSource(strings = {"link", "directory", "absent"})
  default void whatIsNoFileIsNotTakenOverAndStays(String from) throws Exception {
    arena().symlink("elsewhere", arena().root(), "link");
    arena().directory("directory");
    try (DirectoryBarrierBatch batch = batch()) {
      batch.replace(arena().root(), name("first"), bytes("content"));
      batch.replace(arena().root(), name(from), arena().root(), name("record"));

      assertThatThrownBy(batch::flush).isInstanceOf(PosixException.class);
    }
    assertThat(arena().names(arena().root())).containsExactly("directory", "first", "link");
  }

  @Test
  default void aDirectoryMayBeClosedBeforeTheFlush() throws Exception {
    Dir shard = arena().directory("shard");
    try (DirectoryBarrierBatch batch = batch()) {
      batch.replace(shard, name("record"), bytes("content"));
      shard.close();
      assertThat(batch.flush()).isEqualTo(new Result(1, 1, 1));
    }
    try (Dir again = arena().root().openChild(name("shard"))) {
      assertThat(arena().content(again, "record")).isEqualTo("content");
    }
  }

  @Test
  default void aLargeBatchKeepsABoundedNumberOfDescriptors() throws Exception {
    int records = DirectoryBarrierBatch.OPEN_LIMIT + 10;
    try (DirectoryBarrierBatch batch = batch()) {
      for (int i = 0; i < records; i++) {
        batch.replace(arena().root(), name("record" + i), bytes("c"));
        assertThat(openFiles()).isLessThanOrEqualTo(DirectoryBarrierBatch.OPEN_LIMIT);
      }
      assertThat(batch.flush()).isEqualTo(new Result(records, records, 1));
    }
    assertThat(openFiles()).isZero();
    assertThat(arena().names(arena().root())).hasSize(records);
  }

  private int openFiles() {
    int opened = arena().trace().only(PosixCall.OPENAT).where(call -> !call.failed()).size();
    return opened - arena().trace().only(PosixCall.CLOSE).size();
  }

  private List<Dir> shards(int count) throws Exception {
    List<Dir> dirs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      dirs.add(arena().directory("shard" + i));
    }
    return dirs;
  }

  private DirectoryBarrierBatch batch() {
    return arena().durable().batch(BarrierReason.BATCH);
  }

  /** The call fails that concerns this record: by its staged name, or by a descriptor of that. */
  private Fault failing(PosixCall which, Errno errno, String record) {
    return Fault.of(which, errno)
        .where(
            call ->
                call.names().isEmpty()
                    ? arena().isOpenedAs(call.descriptor(), record)
                    : call.names().get(0).toString().startsWith(record + "."));
  }
}
