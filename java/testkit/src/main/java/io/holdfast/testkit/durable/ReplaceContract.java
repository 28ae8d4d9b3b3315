package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.bytes;
import static io.holdfast.testkit.durable.DurableArena.name;
import static io.holdfast.testkit.durable.DurableArena.single;
import static io.holdfast.testkit.durable.Verdicts.refused;
import static io.holdfast.testkit.durable.Verdicts.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.Durable;
import io.holdfast.posix.Errno;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** replace: the old content or the new, whole, and no staged name left. */
interface ReplaceContract extends DurableGround {

  @Test
  default void replaceMakesANewFileAndReplacesAnOldOne() throws Exception {
    replace("record", "old");
    long old = arena().stat(arena().root(), "record").ino();
    replace("record", "new and longer");

    assertThat(arena().content(arena().root(), "record")).isEqualTo("new and longer");
    assertThat(arena().names(arena().root())).containsExactly("record");
    assertThat(arena().stat(arena().root(), "record").ino()).as("another inode").isNotEqualTo(old);
  }

  @Test
  default void replaceTakesEveryNameThatTheKernelTakes() throws Exception {
    for (String text : new String[] {"n".repeat(255), "\u00ff\u0001\n", "...", " "}) {
      replace(text, "content");
      assertThat(arena().content(arena().root(), text)).isEqualTo("content");
    }
    assertThat(arena().names(arena().root())).hasSize(4);
  }

  @Test
  default void replaceTakesThePlaceOfALinkAndDoesNotFollowIt() throws Exception {
    arena().write(arena().root(), "outside", "untouched");
    arena().symlink("outside", arena().root(), "record");

    replace("record", "content");

    assertThat(arena().stat(arena().root(), "record").isRegular()).isTrue();
    assertThat(arena().content(arena().root(), "outside")).isEqualTo("untouched");
  }

  @Test
  default void replaceIsRefusedForADirectory() throws Exception {
    arena().directory("record");

    refused(() -> replace("record", "content"), Errno.EISDIR);

    assertThat(arena().names(arena().root())).containsExactly("record");
  }

  @ParameterizedTest
  @CsvSource({"0600,0700", "0666,0777", "0640,0750", "0604,0705", "0444,0500", "0000,0700"})
  default void replaceGivesTheModeOfTheOptionsWhateverTheUmask(String file, String directory)
      throws Exception {
    int mode = Integer.parseInt(file, 8);
    Durable durable =
        arena().durable(DurableArena.options().withModes(mode, Integer.parseInt(directory, 8)));

    durable.replace(arena().root(), name("replaced"), bytes("content"));
    durable.publish(arena().root(), name("published"), bytes("content"));

    assertThat(arena().stat(arena().root(), "replaced").permissions()).isEqualTo(mode);
    assertThat(arena().stat(arena().root(), "published").permissions()).isEqualTo(mode);
  }

  @Test
  default void replaceOrdersContentThenNameThenDirectoryThenProbe() throws Exception {
    replace("record", "content");

    RecordedCall write = single(arena().trace().only(PosixCall.PWRITE));
    RecordedCall content = single(arena().contentSyncs());
    RecordedCall rename = single(arena().trace().only(PosixCall.RENAMEAT2));
    RecordedCall directory = single(arena().directorySyncs(arena().root()));
    assertThat(content.subject()).isEqualTo(rename.call().names().get(0));
    assertThat(write.endedBefore(content)).isTrue();
    assertThat(content.endedBefore(rename)).isTrue();
    assertThat(rename.endedBefore(directory)).isTrue();
    if (supports(Feature.USER_XATTRS)) {
      RecordedCall probe = single(arena().attributeProbes(arena().root()));
      assertThat(directory.endedBefore(probe)).isTrue();
    }
  }

  @Test
  default void replaceStagesUnderANameThatASweeperKnows() throws Exception {
    replace("record", "content");

    String staged =
        single(arena().trace().only(PosixCall.RENAMEAT2)).call().names().get(0).toString();
    assertThat(staged).startsWith("record.").endsWith(".tmp");
    assertThat(Durable.isLeftoverName(name(staged))).isTrue();
    assertThat(Durable.isLeftoverName(name("record"))).isFalse();
    assertThat(Durable.isLeftoverName(name("record.tmp"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  default void shortTransfersChangeNothing(long seed) throws Exception {
    String content = "0123456789".repeat(15_000);
    arena().faults().cutAll(seed);

    replace("record", content);

    assertThat(arena().content(arena().root(), "record")).isEqualTo(content);
  }

  @ParameterizedTest
  @CsvSource({
    "OPENAT,ENOSPC",
    "OPENAT,EDQUOT",
    "OPENAT,EACCES",
    "OPENAT,EROFS",
    "OPENAT,EMFILE",
    "OPENAT,ENAMETOOLONG",
    "FSTAT,EIO",
    "PWRITE,ENOSPC",
    "PWRITE,EDQUOT",
    "PWRITE,EIO",
    "PWRITE,EFBIG",
    "PWRITE,EROFS",
    "FCHMOD,EPERM",
    "FCHMOD,EROFS",
    "FSYNC,EIO",
    "FSYNC,ENOSPC",
    "FSYNC,EDQUOT",
    "FSYNC,EINVAL",
    "RENAMEAT2,ENOSPC",
    "RENAMEAT2,EDQUOT",
    "RENAMEAT2,EACCES",
    "RENAMEAT2,EPERM",
    "RENAMEAT2,EROFS",
    "RENAMEAT2,EXDEV",
    "RENAMEAT2,ENOENT",
    "RENAMEAT2,EIO",
    "RENAMEAT2,ETIMEDOUT",
    "RENAMEAT2,EINTR",
    "RENAMEAT2,ESTALE"
  })
  default void anErrorBeforeTheRenameLeavesTheOldContentAndNoStagedName(
      PosixCall which, String symbol) throws Exception {
    replace("record", "old");
    arena().fail(Fault.of(which, Errnos.named(symbol)));

    refused(() -> replace("record", "new".repeat(50_000)), Errnos.named(symbol));

    assertThat(arena().content(arena().root(), "record")).isEqualTo("old");
    assertThat(arena().names(arena().root())).containsExactly("record");
    replace("record", "newer");
    assertThat(arena().content(arena().root(), "record")).isEqualTo("newer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENOSPC", "EDQUOT"})
  default void noRoomInTheMiddleOfAWriteLeavesTheOldContent(String symbol) throws Exception {
    replace("record", "old");
    arena().fail(Fault.of(PosixCall.PWRITE, Errnos.named(symbol)).onCall(3));

    refused(() -> replace("record", "new".repeat(100_000)), Errnos.named(symbol));

    assertThat(arena().content(arena().root(), "record")).isEqualTo("old");
    assertThat(arena().names(arena().root())).containsExactly("record");
  }

  @Test
  default void aFailedContentBarrierIsNeverAskedAgainAndDropsThatFileOnly() throws Exception {
    arena().fail(Fault.of(PosixCall.FSYNC, Errno.EIO));

    refused(() -> replace("record", "content"), Errno.EIO);

    RecordedCall failed = single(arena().trace().only(PosixCall.FSYNC));
    replace("record", "content");
    RecordedCall second = arena().contentSyncs().calls().get(1);
    assertThat(second.subject()).as("another file").isNotEqualTo(failed.subject());
    assertThat(arena().durable().counters().snapshot().failures()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENOENT", "EIO", "ETIMEDOUT", "EINTR", "ESTALE", "EEXIST"})
  default void replaceRecognisesItsOwnRenameBehindAnError(String symbol) throws Exception {
    replace("record", "old");
    arena().fail(Fault.of(PosixCall.RENAMEAT2, Errnos.named(symbol)).afterwards());

    replace("record", "new");

    assertThat(arena().content(arena().root(), "record")).isEqualTo("new");
    assertThat(arena().names(arena().root())).containsExactly("record");
    assertThat(arena().directorySyncs(arena().root()).size()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EIO", "ETIMEDOUT", "EINTR", "ESTALE"})
  default void replaceIsUnknownWhenTheStagedNameCannotBeTakenBack(String symbol) throws Exception {
    replace("record", "old");
    arena()
        .fail(
            Fault.of(PosixCall.RENAMEAT2, Errnos.named(symbol)),
            Fault.of(PosixCall.UNLINKAT, Errno.EIO).forEver());

    unknown(() -> replace("record", "new"), Errnos.named(symbol));

    assertThat(arena().durable().counters().snapshot().leftovers()).isEqualTo(1);
    arena().faults().heal();
    replace("record", "newer");
  }

  @Test
  default void replaceIsUnknownWhenAnotherHasTakenTheNameSince() throws Exception {
    arena()
        .meanwhile()
        .after(
            PosixCall.RENAMEAT2,
            call -> true,
            () -> {
              writeQuietly("theirs");
              arena().rename(arena().root(), "theirs", arena().root(), "record");
            });
    arena().fail(Fault.of(PosixCall.RENAMEAT2, Errno.ENOENT).afterwards());

    unknown(() -> replace("record", "ours"), Errno.ENOENT);

    assertThat(arena().content(arena().root(), "record")).isEqualTo("theirs");
    assertThat(arena().names(arena().root())).containsExactly("record");
  }

  @ParameterizedTest
  @EnumSource(
      value = PosixCall.class,
      names = {"OPENAT", "FSTAT", "PWRITE", "FCHMOD", "FSYNC", "FSETXATTR", "FSTATAT", "CLOSE"})
  default void signalsAreNoErrors(PosixCall which) throws Exception {
    replace("record", "old");
    arena().fail(Fault.of(which, Errno.EINTR).times(2));

    replace("record", "new");
    arena().durable().publish(arena().root(), name("published"), bytes("content"));

    assertThat(arena().content(arena().root(), "record")).isEqualTo("new");
    assertThat(arena().names(arena().root())).containsExactly("published", "record");
  }

  @ParameterizedTest
  @EnumSource(
      value = PosixCall.class,
      names = {"OPENAT", "PWRITE", "FCHMOD", "FSYNC", "FSETXATTR"})
  default void signalsBehindWhatWasDoneAreNoErrors(PosixCall which) throws Exception {
    replace("record", "old");
    arena().fail(Fault.of(which, Errno.EINTR).times(2).afterwards());

    replace("record", "new");
    arena().durable().publish(arena().root(), name("published"), bytes("content"));

    assertThat(arena().content(arena().root(), "record")).isEqualTo("new");
    assertThat(arena().content(arena().root(), "published")).isEqualTo("content");
    assertThat(arena().names(arena().root())).containsExactly("published", "record");
  }

  private void replace(String name, String content) throws Exception {
    arena().durable().replace(arena().root(), name(name), bytes(content));
  }

  private void writeQuietly(String name) {
    try {
      arena().write(arena().root(), name, name);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
