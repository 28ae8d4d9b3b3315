package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.bytes;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.durable.RootTrust;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.ShardRefusedException;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** open: which root and which table is let in. */
interface DoorContract extends LeaseGround {

  @Test
  default void tableIsMadeOnceAndOpenedByEverybody() throws Exception {
    Coordinator a = arena().open("alpha");
    byte[] manifest = arena().read("table.json");

    Coordinator b = arena().open("beta");

    assertThat(arena().read("table.json")).isEqualTo(manifest);
    assertThat(b.table().manifest()).isEqualTo(a.table().manifest());
    String word = protocol().name().toLowerCase(Locale.ROOT);
    int version = protocol() == TableManifest.Protocol.FENCE ? 2 : 1;
    assertThat(new String(manifest, US_ASCII))
        .contains("\"schema\":\"holdfast-table-v1\"", "\"kind\":\"work\"", "\"ttl\":10.0")
        .contains("\"protocol\":\"" + word + "\"", "\"shard_count\":4", "\"min_reader\":" + version)
        .endsWith("}\n");
  }

  @Test
  default void tableIsRefusedWhenItsRootIsNotTrusted() {
    Coordinator a = arena().coordinator("alpha");
    RootTrust refusal = () -> new RootTrust.Answer.Refused("it failed the litmus");

    assertThat(catchThrowable(() -> a.open(arena().root(), arena().manifest(), refusal)))
        .isInstanceOf(TableRefusedException.class)
        .hasMessageContaining("it failed the litmus");

    assertThat(arena().isThere("table.json")).isFalse();
    assertThat(arena().isThere(LeaseArena.SESSIONS)).isFalse();
  }

  @Test
  default void claimIsRefusedWhileTheRootIsNotTrustedAndTheRestGoesOn() throws Exception {
    AtomicReference<RootTrust.Answer> trust =
        new AtomicReference<>(new RootTrust.Answer.Trusted("fine"));
    Coordinator a =
        arena()
            .coordinator("alpha")
            .open(arena().root(), arena().manifest(), () -> Objects.requireNonNull(trust.get()));
    Lease lease = a.take(id(1));
    trust.set(new RootTrust.Answer.Refused("qualification expired"));

    assertThat(a.claim(id(2)))
        .isInstanceOfSatisfying(
            ClaimAnswer.Untrusted.class,
            answer -> assertThat(answer.reason()).isEqualTo("qualification expired"));
    assertThat(arena().isThere(LeaseArena.shard(id(2)))).isFalse();
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);

    trust.set(new RootTrust.Answer.Trusted("again"));
    a.take(id(2));
  }

  @Test
  default void tableOfAnotherShardCountIsRefused() throws Exception {
    arena().open("alpha");

    refused(() -> arena().open("beta", arena().manifest().withShardCount(8)), "shard_count", "4");
  }

  @Test
  default void tableOfAnotherKindIsRefused() throws Exception {
    arena().open("alpha");
    TableManifest work = arena().manifest();
    TableManifest targets =
        new TableManifest(
            TableManifest.Kind.TARGET,
            work.protocol(),
            work.shardCount(),
            work.ttlMillis(),
            work.fileMode(),
            work.directoryMode());

    refused(() -> arena().open("beta", targets), "kind", "WORK");
  }

  @Test
  default void tableOfAnotherProtocolIsRefused() throws Exception {
    arena().open("alpha");

    for (TableManifest.Protocol other : TableManifest.Protocol.values()) {
      if (other != protocol()) {
        refused(
            () -> arena().open("beta", arena().manifest().withProtocol(other)),
            "protocol",
            protocol().name());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "\0\0\0",
        "{\"schema\":\"holdfast-table-v2\"}\n",
        "{\"schema\":\"holdfast-table-v1\"}\n",
        "{\"kind\":\"work\",\"kind\":\"work\"}\n"
      })
  default void tableWithACorruptManifestIsRefusedAndTheManifestKept(String content)
      throws Exception {
    arena().write("table.json", bytes(content));

    refused(() -> arena().open("alpha"), "table.json");

    assertThat(arena().read("table.json")).isEqualTo(bytes(content));
  }

  @Test
  default void tableOfALaterVersionIsRefused() throws Exception {
    arena().open("alpha");
    String manifest = new String(arena().read("table.json"), US_ASCII);
    for (String version : new String[] {"min_reader", "min_writer"}) {
      String later = manifest.replaceAll("(\"" + version + "\"):[12]", "$1:3");
      arena().write("table.json", bytes(later));
      refused(() -> arena().open("beta"), "later version");
    }
  }

  @Test
  default void tableWhoseManifestIsALinkOrADirectoryIsRefused() throws Exception {
    arena().open("alpha");
    arena().rename("table.json", "elsewhere");
    arena().symlink("elsewhere", "table.json");
    refused(() -> arena().open("beta"), "table.json");

    arena().unlink("table.json");
    arena().mkdir("table.json");
    refused(() -> arena().open("gamma"), "table.json");
  }

  @ParameterizedTest
  @ValueSource(ints = {0777, 01777, 0702, 0720, 0770})
  default void tableInARootThatOthersMayWriteIsRefused(int mode) throws Exception {
    arena().chmod(".", mode);

    refused(() -> arena().open("alpha"), "writable");

    assertThat(arena().isThere("table.json")).isFalse();
    arena().chmod(".", 0700);
    arena().open("beta").take(id(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0777, 0702, 01777})
  default void directoryModesThatLetEverybodyWriteAreRefused(int mode) {
    assertThat(catchThrowable(() -> modes(arena(), 0600, mode)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0602, 0666})
  default void fileModesThatLetEverybodyWriteAreRefused(int mode) {
    assertThat(catchThrowable(() -> modes(arena(), mode, 0700)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  default void tableInARootThatIsASymbolicLinkIsRefused() throws Exception {
    arena().mkdir("real");
    arena().symlink("real", "link");

    Throwable thrown =
        catchThrowable(() -> arena().open("alpha", below("link"), arena().manifest()));

    assertThat(thrown)
        .isInstanceOf(TableRefusedException.class)
        .hasMessage("the root is a symbolic link: name the directory that it leads to");
    assertThat(arena().isThere("real/table.json")).isFalse();
  }

  @Test
  default void tableInARootThatIsNotThereIsRefused() {
    assertThat(catchThrowable(() -> arena().open("a", below("none"), arena().manifest())))
        .isInstanceOfSatisfying(
            PosixException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT));
  }

  @Test
  default void shardThatIsASymbolicLinkIsRefused() throws Exception {
    arena().mkdir("elsewhere");
    arena().symlink("elsewhere", "001");

    assertThat(catchThrowable(() -> arena().open("alpha").claim(id(1))))
        .isInstanceOfAny(PosixException.class, TableRefusedException.class);

    assertThat(arena().names("elsewhere")).isEmpty();
  }

  @Test
  default void shardThatEverybodyMayWriteIsRefused() throws Exception {
    String name = LeaseArena.shard(id(1));
    arena().mkdir(name);
    arena().chmod(name, 0777);

    assertThat(catchThrowable(() -> arena().open("alpha").claim(id(1))))
        .isInstanceOf(ShardRefusedException.class)
        .hasMessageContainingAll("shard 001", "writable");

    assertThat(arena().names(name)).isEmpty();
    arena().chmod(name, 0700);
    arena().open("beta").take(id(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"with space", "new\nline", "\u00ff\u00fe not UTF-8", "'\"$(x)", "..."})
  default void rootsOfAnyBytesWork(String name) throws Exception {
    arena().mkdir(name);

    Coordinator a = arena().open("alpha", below(name), arena().manifest());

    Lease lease = a.take(id(1));
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void rootsWithPathsOfFourThousandBytesWork() throws Exception {
    StringBuilder path = new StringBuilder();
    while (arena().root().bytes().length + path.length() < 3_800) {
      path.append(path.isEmpty() ? "" : "/").append("d".repeat(200));
      arena().mkdir(path.toString());
    }

    Coordinator a = arena().open("alpha", below(path.toString()), arena().manifest());

    assertThat(a.complete(a.take(id(1)))).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void tableInARootThatCannotBeWrittenIsOneClearError() throws Exception {
    for (Errno errno : new Errno[] {Errno.EROFS, Errno.ENOSPC, Errno.EDQUOT, Errno.EACCES}) {
      Coordinator a = arena().coordinator("alpha");
      a.fail(Fault.of(PosixCall.OPENAT, errno).where(DoorContract::makesAFile).forEver());
      a.fail(Fault.of(PosixCall.MKDIRAT, errno).forEver());
      assertThat(
              catchThrowable(() -> a.open(arena().root(), arena().manifest(), LeaseArena.trust())))
          .isInstanceOfSatisfying(
              PosixException.class, e -> assertThat(e.errno()).isEqualTo(errno));
      assertThat(arena().isThere("table.json")).isFalse();
    }
    arena().open("beta").take(id(1));
  }

  private static boolean makesAFile(Call call) {
    int flags = (Integer) call.arguments().get(2);
    return (flags & Flags.O_CREAT) != 0 || (flags & Flags.O_TMPFILE) == Flags.O_TMPFILE;
  }

  private RawPath below(String name) {
    return arena().root().resolve(RawPath.of(bytes(name)));
  }

  static TableManifest modes(LeaseArena arena, int file, int directory) {
    TableManifest plain = arena.manifest();
    return new TableManifest(
        plain.kind(), plain.protocol(), plain.shardCount(), plain.ttlMillis(), file, directory);
  }

  private static void refused(ThrowingCallable opening, String... words) {
    assertThat(catchThrowable(opening))
        .isInstanceOf(TableRefusedException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  default void modesAreTheManifestsWhoeverOpensTheTable() throws Exception {
    arena().chmod(".", 0750);
    Coordinator a = arena().open("alpha", modes(arena(), 0640, 0750));
    Coordinator b = arena().open("beta", arena().manifest());
    a.take(id(1));
    b.take(id(2));

    for (int number = 1; number <= 2; number++) {
      assertThat(arena().stat(LeaseArena.shard(id(number))).permissions()).isEqualTo(0750);
      assertThat(arena().stat(arena().countingRecord(id(number))).permissions()).isEqualTo(0640);
    }
    assertThat(arena().stat("table.json").permissions()).isEqualTo(0640);
  }

  @ParameterizedTest
  @CsvSource({"1000, 334, 0", "10000, 3000, 334", "10000, 3334, 0", "10000, 1, 3333"})
  default void tableWhoseLeasesAreOverBeforeThreeBeatsAreSeenIsRefused(
      long ttlMillis, long intervalMillis, long staleMillis) throws Exception {
    TableManifest manifest = arena().manifest().withTtlMillis(ttlMillis);
    Coordinator a =
        arena()
            .coordinator("alpha")
            .with(
                options ->
                    options
                        .withBeatIntervalMillis(intervalMillis)
                        .withReadStalenessMillis(staleMillis));

    refused(() -> a.open(arena().root(), manifest, LeaseArena.trust()), "too short", "three beats");

    assertThat(arena().isThere("table.json")).isFalse();
    arena().open("beta", manifest).take(id(1));
  }

  @ParameterizedTest
  @CsvSource({"1000, 333, 0", "10000, 3000, 333", "10000, 1, 3332"})
  default void tableWhoseLeasesOutliveThreeBeatsIsOpened(
      long ttlMillis, long intervalMillis, long staleMillis) throws Exception {
    TableManifest manifest = arena().manifest().withTtlMillis(ttlMillis);

    arena()
        .coordinator("alpha")
        .with(
            options ->
                options.withBeatIntervalMillis(intervalMillis).withReadStalenessMillis(staleMillis))
        .open(arena().root(), manifest, LeaseArena.trust())
        .take(id(1));
  }
}
