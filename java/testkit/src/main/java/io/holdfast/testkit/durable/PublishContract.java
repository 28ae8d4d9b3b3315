package io.holdfast.testkit.durable;

import static io.holdfast.testkit.durable.DurableArena.bytes;
import static io.holdfast.testkit.durable.DurableArena.name;
import static io.holdfast.testkit.durable.DurableArena.single;
import static io.holdfast.testkit.durable.Verdicts.refused;
import static io.holdfast.testkit.durable.Verdicts.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.Durable.Publication;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** publish: a new file, exclusively, with no stray name. */
interface PublishContract extends DurableGround {

  @Test
  default void publishMakesAWholeFileAndNothingElse() throws Exception {
    String content = "x".repeat(200_000);

    assertThat(publish("record", content)).isEqualTo(Publication.CREATED);

    assertThat(arena().content(arena().root(), "record")).isEqualTo(content);
    assertThat(arena().names(arena().root())).containsExactly("record");
    assertThat(arena().stat(arena().root(), "record").permissions()).isEqualTo(0600);
  }

  @Test
  default void publishMakesAnEmptyFile() throws Exception {
    assertThat(publish("empty", "")).isEqualTo(Publication.CREATED);
    assertThat(arena().content(arena().root(), "empty")).isEmpty();
  }

  @Test
  default void publishLeavesWhatIsThereAloneAndMakesItsNameDurable() throws Exception {
    arena().write(arena().root(), "record", "theirs");

    assertThat(publish("record", "ours")).isEqualTo(Publication.ALREADY_THERE);

    assertThat(arena().content(arena().root(), "record")).isEqualTo("theirs");
    assertThat(arena().names(arena().root())).containsExactly("record");
    RecordedCall link = arena().trace().only(PosixCall.LINKAT).calls().get(0);
    assertThat(link.endedBefore(single(arena().directorySyncs(arena().root())))).isTrue();
  }

  @Test
  default void publishFollowsNoLinkAndEntersNoDirectory() throws Exception {
    arena().symlink("elsewhere", arena().root(), "link");
    arena().directory("directory");

    assertThat(publish("link", "ours")).isEqualTo(Publication.ALREADY_THERE);
    assertThat(publish("directory", "ours")).isEqualTo(Publication.ALREADY_THERE);

    assertThat(arena().names(arena().root())).containsExactly("directory", "link");
  }

  @Test
  default void publishOrdersContentThenNameThenDirectoryThenProbe() throws Exception {
    publish("record", "content");

    RecordedCall content = single(arena().contentSyncs());
    RecordedCall link = single(arena().trace().only(PosixCall.LINKAT));
    RecordedCall directory = single(arena().directorySyncs(arena().root()));
    RecordedCall write = single(arena().trace().only(PosixCall.PWRITE));
    assertThat(write.endedBefore(content)).isTrue();
    assertThat(content.endedBefore(link)).isTrue();
    assertThat(link.endedBefore(directory)).isTrue();
    if (supports(Feature.USER_XATTRS)) {
      RecordedCall probe = single(arena().attributeProbes(arena().root()));
      assertThat(directory.endedBefore(probe)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"EOPNOTSUPP", "EISDIR", "ENOENT"})
  default void publishUsesAStagedNameWhereThereAreNoFilesWithoutOne(String symbol)
      throws Exception {
    arena()
        .fail(
            Fault.of(PosixCall.OPENAT, Errnos.named(symbol))
                .where(DurableArena::opensUnnamed)
                .forEver());

    assertThat(publish("record", "content")).isEqualTo(Publication.CREATED);
    assertThat(publish("record", "other")).isEqualTo(Publication.ALREADY_THERE);

    assertThat(arena().names(arena().root())).containsExactly("record");
    if (supports(Feature.USER_XATTRS)) {
      assertThat(arena().trace().where(line -> DurableArena.opensUnnamed(line.call())).size())
          .as("asked once")
          .isEqualTo(1);
    }
    assertThat(arena().durable().examine(arena().root()).unnamedFiles()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void publishLooksBeforeItBelievesThatItsStagedNameIsGone(boolean gone) throws Exception {
    Fault fault = Fault.of(PosixCall.UNLINKAT, Errno.ENOENT).where(call -> !call.hasName("record"));
    arena()
        .fail(
            Fault.of(PosixCall.OPENAT, Errno.EOPNOTSUPP)
                .where(DurableArena::opensUnnamed)
                .forEver(),
            gone ? fault.afterwards() : fault);

    assertThat(publish("record", "content")).isEqualTo(Publication.CREATED);

    assertThat(arena().names(arena().root())).hasSize(gone ? 1 : 2).contains("record");
    assertThat(arena().durable().counters().snapshot().leftovers()).isEqualTo(gone ? 0 : 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EACCES", "ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE"})
  default void publishIsRefusedWhenTheFileCannotBeMade(String symbol) throws Exception {
    arena()
        .fail(
            Fault.of(PosixCall.OPENAT, Errnos.named(symbol))
                .where(PublishContract::isNewFile)
                .forEver());

    refused(() -> publish("record", "content"), Errnos.named(symbol));

    assertThat(arena().names(arena().root())).isEmpty();
    arena().faults().heal();
    assertThat(publish("record", "content")).isEqualTo(Publication.CREATED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EEXIST", "EIO", "ETIMEDOUT", "EINTR", "ENOENT", "ESTALE"})
  default void publishRecognisesItsOwnLinkBehindAnError(String symbol) throws Exception {
    arena().fail(Fault.of(PosixCall.LINKAT, Errnos.named(symbol)).afterwards());

    assertThat(publish("record", "content")).isEqualTo(Publication.CREATED);

    assertThat(arena().names(arena().root())).containsExactly("record");
    assertThat(arena().directorySyncs(arena().root()).size()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EIO", "ETIMEDOUT", "EINTR", "ESTALE", "ESHUTDOWN"})
  default void publishIsUnknownWhenALinkMayStillBeMade(String symbol) throws Exception {
    arena().fail(Fault.of(PosixCall.LINKAT, Errnos.named(symbol)).forEver());

    unknown(() -> publish("record", "content"), Errnos.named(symbol));

    assertThat(arena().names(arena().root())).isEmpty();
    arena().faults().heal();
    assertThat(publish("record", "content")).as("not poisoned").isEqualTo(Publication.CREATED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENOSPC", "EDQUOT", "EMLINK", "EPERM", "EROFS", "EACCES"})
  default void publishIsRefusedWhenALinkIsRefused(String symbol) throws Exception {
    arena().fail(Fault.of(PosixCall.LINKAT, Errnos.named(symbol)).forEver());

    refused(() -> publish("record", "content"), Errnos.named(symbol));

    assertThat(arena().names(arena().root())).isEmpty();
  }

  @Test
  default void publishIsUnknownWhenTheLookBehindAnErrorFails() throws Exception {
    arena()
        .fail(
            Fault.of(PosixCall.LINKAT, Errno.EEXIST).afterwards(),
            Fault.of(PosixCall.STATX, Errno.EIO).forEver());

    unknown(() -> publish("record", "content"), Errno.EEXIST);
  }

  @Test
  default void publishReachesItsFileWithoutProc() throws Exception {
    arena()
        .fail(
            Fault.of(PosixCall.LINKAT, Errno.ENOENT)
                .where(call -> call.names().get(0).toString().startsWith("/proc/"))
                .forEver());

    if (supports(Feature.TMPFILE) && !supports(Feature.LINK_BY_EMPTY_PATH)) {
      refused(() -> publish("record", "content"), Errno.ENOENT);
      assertThat(arena().names(arena().root())).isEmpty();
    } else {
      assertThat(publish("record", "content")).isEqualTo(Publication.CREATED);
    }
  }

  private Publication publish(String name, String content) throws Exception {
    return arena().durable().publish(arena().root(), name(name), bytes(content));
  }

  private static boolean isNewFile(Call call) {
    return DurableArena.opensUnnamed(call)
        || ((Integer) call.arguments().get(2) & Flags.O_CREAT) != 0;
  }
}
