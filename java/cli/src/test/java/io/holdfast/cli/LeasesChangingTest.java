package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.IdleSessions;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.RawPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that change a table, on real tables: they show, they ask, they do. */
class LeasesChangingTest {

  private static final TableManifest FLOCK = SampleTable.FENCE.withProtocol(Protocol.FLOCK);
  private static final TableManifest MKDIR = SampleTable.FENCE.withProtocol(Protocol.MKDIR);

  @TempDir private Path directory;

  private CliRun.Setup setup() {
    return CliRun.on(FakeMachine.failing("nothing is qualified here"));
  }

  private CliRun leases(String words) {
    return answering("", words);
  }

  private CliRun answering(String input, String words) {
    List<String> all = new ArrayList<>(List.of("leases", directory.toString()));
    all.addAll(List.of(words.split(" ")));
    return setup().input(input).run(all.toArray(String[]::new));
  }

  // ---- asking

  @ParameterizedTest
  @ValueSource(strings = {"", "n\n", "\n", "maybe\n"})
  void doesNothingWithoutAYes(String input) throws Exception {
    SampleTable table = SampleTable.made(directory, SampleTable.FENCE);
    table.shell(": > 002/" + SampleTable.DONE + ".json." + "c".repeat(32) + ".tmp");
    String before = table.everything();
    for (String command : List.of("sweep", "recover")) {
      CliRun run = answering(input, command);
      assertThat(run.status()).isEqualTo(3);
      assertThat(run.out()).endsWith("nothing was changed\n");
      assertThat(run.err()).contains("? [y/N] ");
    }
    assertThat(table.everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sweep", "recover"})
  void showsWhatItWouldDo(String command) throws Exception {
    SampleTable table = SampleTable.made(directory, SampleTable.FENCE);
    String before = table.everything();
    CliRun run = leases(command + " --dry-run");
    assertThat(run.status()).isZero();
    assertThat(run.out()).endsWith("; nothing was changed\n");
    assertThat(run.err()).isEmpty();
    assertThat(table.everything()).isEqualTo(before);
  }

  @Test
  void refusesATableOfSomebodyElseAsACoordinatorDoes() throws Exception {
    SampleTable table = SampleTable.made(directory, SampleTable.FENCE);
    table.shell("chmod 777 .; : > 002/" + SampleTable.DONE + ".json." + "c".repeat(32) + ".tmp");
    CliRun run = leases("sweep --yes");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err())
        .startsWith("holdfast: directory " + directory + " is writable by everybody: chmod it");
  }

  // ---- sweep

  @Test
  void sweepsWhatIsOverAndNothingElse() throws Exception {
    SampleTable table = SampleTable.made(directory, SampleTable.FENCE);
    try (WorkLeaseTable other = table.open(SampleTable.FENCE)) {
      assertThat(other.session()).isPresent();
    }
    table.shell(
        "for n in 0000000000000001 0000000000000003 0000000000000004; do : > 002/$2.rec.$n.$1;"
            + " done; : > 002/$2.json.$1.tmp",
        "c".repeat(32),
        SampleTable.DONE.hex());
    CliRun run = answering("y\n", "sweep");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("dead, and no record names it", "the fence has passed it");
    assertThat(run.err()).isEqualTo("Remove 4 leftovers? [y/N] ");
    assertThat(run.out())
        .as("a record that cannot be read may name a session")
        .endsWith("3 names and 0 dead sessions removed\n");
    table.shell("rm 002/*.rec.0000000000000004.*");
    assertThat(leases("sweep --yes").out()).endsWith("0 names and 1 dead session removed\n");
    assertThat(table.shell("ls sessions")).hasLineCount(1);
    CliRun verified = leases("verify");
    assertThat(verified.status()).isZero();
    assertThat(verified.out()).contains("0 notes");
    assertThat(leases("sweep").out()).isEqualTo("0 leftovers; nothing was changed\n");
  }

  @Test
  void sweepsStagedFilesOfFlockTables() throws Exception {
    SampleTable table = SampleTable.made(directory, FLOCK);
    table.shell(": > 002/" + SampleTable.DONE + ".json." + "c".repeat(32) + ".tmp");
    assertThat(leases("sweep --yes").out()).endsWith("1 name and 0 dead sessions removed\n");
    assertThat(leases("verify").out()).contains("0 notes");
  }

  // ---- purge

  @Test
  void purgesWhatIsOldAndTellsOfItAfterwards() throws Exception {
    SampleTable table = SampleTable.made(directory, SampleTable.FENCE);
    CliRun young = leases("purge --older-than 1d --yes");
    assertThat(young.status()).isZero();
    assertThat(young.out()).endsWith("0 ids; nothing was changed\n");
    String before = table.everything();
    CliRun dry = leases("purge --older-than 0s --dry-run");
    assertThat(dry.out())
        .contains(SampleTable.DONE + "  done", SampleTable.RELEASED + "  released")
        .doesNotContain(SampleTable.LEASED.hex())
        .endsWith("2 ids; nothing was changed\n");
    assertThat(answering("n\n", "purge --older-than 0s").status()).isEqualTo(3);
    assertThat(table.everything()).isEqualTo(before);

    CliRun run = answering("y\n", "purge --older-than 0s");

    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(run.err()).isEqualTo("Retire 2 ids for ever? [y/N] ");
    assertThat(run.out()).endsWith("2 ids retired\n");
    assertThat(leases("show 00000002").out())
        .contains("state       done\n", "fence       4\n", "a tombstone keeps");
    assertThat(leases("show 00000003").out()).contains("state       released\n", "fence       3\n");
    assertThat(leases("stats").out()).contains("retired     2 times\n");
    assertThat(leases("stats --json -").out()).contains("\"retired\" : 2");
    assertThat(leases("show 00000002 --json -").out()).contains("\"retired\" : true");
    assertThat(leases("ls").out())
        .contains(SampleTable.LEASED.hex().substring(0, 12))
        .doesNotContain(SampleTable.DONE.hex().substring(0, 12));
    assertThat(leases("export").out()).hasLineCount(2);
    assertThat(leases("verify").status()).isZero();
    assertThat(leases("purge --older-than 0s --yes").out())
        .endsWith("0 ids; nothing was changed\n");
  }

  @Test
  void verifySaysWhatIsBrokenOfTombstones() throws Exception {
    SampleTable table = SampleTable.made(directory, SampleTable.FENCE);
    leases("purge --older-than 0s --yes");
    table.shell("touch 002/retired/x; chmod 666 003/retired/*; sed -i 's/ d / r /' 002/retired/*");
    CliRun broken = leases("verify");
    assertThat(broken.status()).isEqualTo(1);
    assertThat(broken.out())
        .containsPattern("broken +tombstone +002/retired/[0-9a-f]{32}")
        .containsPattern("broken +mode +003/retired/[0-9a-f]{32}")
        .containsPattern("note +foreign +002/retired/x");
    assertThat(leases("show " + SampleTable.DONE).status()).isNotZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"FLOCK", "MKDIR"})
  void purgeRefusesTablesWithUpdateLocks(Protocol protocol) throws Exception {
    SampleTable.made(directory, SampleTable.FENCE.withProtocol(protocol));
    CliRun run = leases("purge --older-than 0s --yes");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("tables with update locks are not purged");
  }

  // ---- recover

  @Test
  void freesTheLeasesOfAClosedSessionAtOnce() throws Exception {
    SampleTable.made(directory, SampleTable.FENCE);
    CliRun run = leases("recover --yes");
    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(run.out())
        .contains("freed  " + SampleTable.LEASED, SampleTable.COMMITTING + "  committing")
        .endsWith("1 lease freed, 0 held, 1 committing\n");
    assertThat(leases("show 0000000a").out()).contains("state       released\n", "fence       2\n");
    assertThat(leases("show 0000000d").out()).contains("state       committing\n");
    assertThat(leases("verify").status()).isZero();
  }

  @Test
  void watchesAnOpenSessionForItsTtl() throws Exception {
    TableManifest shortLived = SampleTable.FENCE.withTtlMillis(1_000);
    SampleTable table = new SampleTable(directory);
    WorkLeaseTable silent = table.open(shortLived);
    table.fill(silent);
    CliRun impatient = leases("recover --yes --no-wait");
    assertThat(impatient.out()).endsWith("0 leases freed, 1 held, 1 committing\n");
    CliRun run = leases("recover --yes");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).endsWith("1 lease freed, 0 held, 1 committing\n");
    silent.close();
    assertThat(leases("verify").status()).isZero();
  }

  @Test
  void freesWhatHasExpiredInAFlockTable() throws Exception {
    SampleTable table = SampleTable.made(directory, FLOCK);
    assertThat(leases("recover --yes").out()).endsWith("0 leases freed, 1 held, 1 committing\n");
    table.shell("sed -i 's/\"updated\":[0-9.]*/\"updated\":1.5/' 002/" + SampleTable.LEASED + "*");
    assertThat(leases("recover --yes").out()).endsWith("1 lease freed, 0 held, 1 committing\n");
    assertThat(leases("ls --state leased").out()).hasLineCount(1);
  }

  @Test
  void looksAtAndFreesGroupsOfTargets() throws Exception {
    SampleTable.ofTargets(directory, Protocol.FENCE);
    assertThat(leases("verify").out()).startsWith("VERIFIED: 3 ids, 1 session; 0 broken");
    assertThat(leases("ls --state leased").out()).contains("  target 77\n", "  target 99\n");
    CliRun shown = leases("show target:88");
    assertThat(shown.status()).isZero();
    assertThat(shown.out()).contains("target      88\n", "state       leased\n");
    assertThat(leases("show target:66").err()).contains("no id begins with");
    assertThat(leases("show target:0").status()).isEqualTo(2);
    assertThat(leases("recover --yes").out()).endsWith("3 leases freed, 0 held, 0 committing\n");
    assertThat(leases("stats").out()).contains("table of target", "3: 3 released, 0 leased");
  }

  @Test
  void findsARecordThatTellsOfAnotherTarget() throws Exception {
    SampleTable table = SampleTable.ofTargets(directory, Protocol.FLOCK);
    assertThat(leases("verify").status()).isZero();
    table.shell("sed -i 's/\"target\":88/\"target\":77/' 002/ddfd21ee*.json");
    CliRun run = leases("verify");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("broken      target ", "its target 77 has another id\n");
  }

  // ---- what cannot be used

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        ": > 000; no directory",
        "mkdir 000 && chmod 777 000; is writable by everybody",
      })
  void goesOnBesideAShardThatCannotBeUsed(String make, String why) throws Exception {
    SampleTable table = SampleTable.made(directory, SampleTable.FENCE);
    table.shell(make + "; : > 002/" + SampleTable.DONE + ".json.$1.tmp", "c".repeat(32));
    String finding = "broken      directory        000\n";
    CliRun swept = leases("sweep --yes");
    assertThat(swept.status()).isEqualTo(1);
    assertThat(swept.out()).contains(finding, why).contains("1 name and 0 dead sessions removed");
    CliRun recovered = leases("recover --yes");
    assertThat(recovered.status()).as(recovered.toString()).isEqualTo(1);
    assertThat(recovered.out()).contains(finding, why).contains("1 lease freed, 0 held");
  }

  @Test
  void goesOnBesideALockThatCannotBeTaken() throws Exception {
    SampleTable table = SampleTable.made(directory, FLOCK);
    table.shell(
        "rm 002/$1.json.lock; mkfifo 002/$1.json.lock; : > 002/$1.json.$3.tmp; : >"
            + " 002/$2.json.$3.tmp; sed -i 's/\"updated\":[0-9.]*/\"updated\":1.5/' 002/$1.json",
        SampleTable.LEASED.hex(),
        SampleTable.DONE.hex(),
        "c".repeat(32));
    CliRun swept = leases("sweep --yes");
    assertThat(swept.status()).isEqualTo(1);
    assertThat(swept.out())
        .contains("broken      lock             002/" + SampleTable.LEASED + ".json.lock\n")
        .contains("1 name and 0 dead sessions removed");
    CliRun recovered = leases("recover --yes");
    assertThat(recovered.status()).isEqualTo(1);
    assertThat(recovered.out())
        .contains("left   " + SampleTable.LEASED, "nobody can lock it\n")
        .endsWith("0 leases freed, 0 held, 1 committing, 1 left: what is in the way is above\n");
  }

  @Test
  void saysWhoseLockKeepsALeaseFromBeingFreed() throws Exception {
    SampleTable table = SampleTable.made(directory, MKDIR);
    table.shell(
        "mkdir 002/$1.json.lock; echo h b 7 r > 002/$1.json.lock.owner;"
            + " sed -i 's/\"updated\":[0-9.]*/\"updated\":1.5/' 002/$1.json",
        SampleTable.LEASED.hex());
    CliRun run = leases("recover --yes");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out())
        .contains("left   " + SampleTable.LEASED, "held by h b 7 r\n")
        .endsWith("1 left: what is in the way is above\n");
  }

  @Test
  void breaksNoLockThatSomethingIsIn() throws Exception {
    SampleTable table = SampleTable.made(directory, MKDIR);
    table.shell(
        "mkdir 002/$1.json.lock; : > 002/$1.json.lock/x; echo h > 002/$1.json.lock.owner;"
            + " ln -s x 002/$2.json.lock",
        SampleTable.LEASED.hex(),
        SampleTable.DONE.hex());
    String before = table.everything();
    CliRun run = leases("break --yes");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("broken      lock             002/" + SampleTable.DONE + ".json.lock\n")
        .endsWith("  left as it is: something is in it, which no holder puts there\n");
    assertThat(table.everything()).isEqualTo(before);
    assertThat(leases("break --yes 0000000a").status()).isEqualTo(3);
  }

  // ---- sessions without leases

  @Test
  void endsASilentSessionThatNoRecordNames() throws Exception {
    TableManifest shortLived = SampleTable.FENCE.withTtlMillis(1_000);
    SampleTable table = SampleTable.made(directory, shortLived);
    WorkLeaseTable silent = table.open(shortLived);
    assertThat(leases("verify").out()).contains("note        idle_session     sessions/");
    assertThat(leases("stats").out()).contains("1 open (1 that no record names), 1 dead\n");
    assertThat(leases("sweep --yes --no-wait").out())
        .endsWith("0 leftovers, 1 session that no record names; nothing was changed\n");
    CliRun run = leases("sweep --yes");
    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(run.out())
        .contains("watching 1 session for up to 1.0 s: who does not beat is gone\n")
        .endsWith("0 names and 1 dead session removed\n");
    assertThat(catchThrowable(() -> silent.heartbeatMany(Map.of())))
        .isInstanceOf(SessionLostException.class);
    silent.close();
    assertThat(leases("verify").out()).contains("0 notes");
  }

  @Test
  void leavesASessionThatBeats() throws Exception {
    TableManifest manifest = SampleTable.FENCE.withTtlMillis(1_000);
    SampleTable table = SampleTable.made(directory, manifest);
    try (WorkLeaseTable open = table.open(manifest);
        IdleSessions sessions =
            IdleSessions.open(
                Bindings.load(),
                RawPath.of(directory.toString()),
                Optional.empty(),
                LeaseOptions.defaults(LeaseClocks.system(Bindings.load())))) {
      assertThat(sessions.look().silent()).isEqualTo(1);
      open.heartbeatMany(Map.of());
      assertThat(sessions.look()).isEqualTo(new IdleSessions.Outlook(0, 0, 0));
      open.heartbeatMany(Map.of());
    }
  }

  // ---- break

  @Test
  void breaksALockWhoseHolderIsGone() throws Exception {
    SampleTable table = SampleTable.made(directory, MKDIR);
    table.shell(
        "mkdir 002/$1.json.lock 002/$2.json.lock; printf 'h\\033[2J b 7 r\\n' >"
            + " 002/$1.json.lock.owner",
        SampleTable.LEASED.hex(),
        SampleTable.DONE.hex());
    assertThat(leases("verify").out()).contains("held_lock", "held by h\\x1b[2J b 7 r");
    CliRun shown = leases("break --dry-run");
    assertThat(shown.out())
        .contains("held by (host, boot id, pid, random id): h\\x1b[2J b 7 r\n")
        .contains("held by somebody whose owner file is gone\n")
        .endsWith("nothing was changed\n");
    CliRun one = answering("y\n", "break 0000000a");
    assertThat(one.status()).isZero();
    assertThat(one.out()).endsWith("  broken\n");
    assertThat(table.shell("ls 002")).doesNotContain(SampleTable.LEASED + ".json.lock");
    assertThat(answering("n\n", "break").status()).isEqualTo(3);
    assertThat(answering("y\n", "break").out()).endsWith("  broken\n");
    assertThat(leases("break").out()).isEqualTo("no lock is held\n");
  }

  @Test
  void breaksNothingElse() throws Exception {
    SampleTable.made(directory, FLOCK);
    CliRun run = leases("break --yes");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("only locks that are directories", "protocol is flock");
  }

  // ---- adopt

  @Test
  void adoptsATableThatSaysNothing() throws Exception {
    SampleTable table = SampleTable.made(directory, FLOCK);
    table.shell("rm table.json; chmod 755 . 00*");
    String before = table.everything();
    CliRun wrong = leases("adopt --shards 64 --yes");
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.out()).contains("wrong_shard").endsWith("nothing was changed\n");
    assertThat(leases("adopt --shards 4 --dry-run").status()).isZero();
    assertThat(leases("adopt --shards 4").status()).as("nobody said yes").isEqualTo(3);
    assertThat(table.everything()).isEqualTo(before);

    CliRun run = answering("yes\n", "adopt --shards 4 --ttl 300s");
    assertThat(run.status()).isZero();
    assertThat(run.out()).endsWith("adopted\n");
    assertThat(leases("stats").out()).contains("flock table of work, 4 shards, ttl 5.0 min\n");
    try (WorkLeaseTable open = table.open(FLOCK)) {
      assertThat(open.claim(SampleTable.DONE, payload(), new Claimant("b", 0)))
          .isInstanceOf(ClaimAnswer.Done.class);
    }
    assertThat(leases("adopt --shards 4 --yes").err()).contains("it has a table.json already");
  }

  private static JsonObject payload() {
    return new JsonObject(Map.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "adopt; 2; adopt wants --shards N; never guess it",
        "adopt --shards 4 --ttl 0; 2; --ttl is 1s to 365d",
        "adopt --shards 4 --yes; 4; there is no record",
        "watch --interval 0; 2; --interval is 0.1s or more",
        "sweep; 4; there is no table.json",
        "convert; 4; there is no table.json",
        "break XY; 2; LOCK is 1 to 64",
      })
  void saysWhatIsInTheWay(String words, int status, String problem) {
    CliRun run = leases(words);
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.err()).contains(problem.split(";")[0]).hasLineCount(1);
  }

  // ---- convert

  @Test
  void convertsAFlockTableWhoseCoordinatorsHaveEnded() throws Exception {
    SampleTable table = SampleTable.made(directory, FLOCK);
    String before = table.everything();
    CliRun refused = leases("convert --yes");
    assertThat(refused.status()).isEqualTo(3);
    assertThat(refused.out())
        .contains("leased by host-a\\x1b[31m", "committing by host-a\\x1b[31m")
        .endsWith("3 records to convert, 0 converted, 2 in the way\nnothing was changed\n");
    assertThat(table.everything()).isEqualTo(before);

    table.shell(
        "sed -i 's/\"updated\":[0-9.]*/\"updated\":1.5/' 002/$1.json; rm 001/$2.json",
        SampleTable.LEASED.hex(),
        SampleTable.COMMITTING.hex());
    assertThat(leases("convert --dry-run").status()).isZero();
    assertThat(leases("convert").status()).as("nobody said yes").isEqualTo(3);
    CliRun run = answering("y\n", "convert");
    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(run.out()).endsWith("2 records converted: a fence table\n");
    assertThat(leases("sweep --yes").status()).isZero();
    CliRun verified = leases("verify");
    assertThat(verified.out()).startsWith("VERIFIED: 2 ids, 0 sessions; 0 broken, 0 unreadable, 0");
    try (WorkLeaseTable open = table.open(SampleTable.FENCE)) {
      assertThat(open.claim(SampleTable.DONE, payload(), new Claimant("b", 0)))
          .isInstanceOf(ClaimAnswer.Done.class);
      assertThat(SampleTable.claim(open, SampleTable.LEASED).fence()).isEqualTo(3);
    }
  }

  @Test
  void saysThatAConversionIsUnderWay() throws Exception {
    SampleTable table = SampleTable.made(directory, FLOCK);
    table.shell(
        "sed -i 's/\"created\"/\"converting\":\"flock\",\"created\"/;"
            + " s/\"flock\",\"sc/\"fence\",\"sc/' table.json; rm 00*/*.json");
    assertThat(leases("ls").err()).contains("is being converted: 'holdfast leases DIR convert'");
    CliRun verified = leases("verify");
    assertThat(verified.status()).isEqualTo(3);
    assertThat(verified.out())
        .startsWith("unreadable  converting       table.json\n")
        .contains("\nINCOMPLETE: ");
    assertThat(leases("convert --yes").out()).endsWith("0 records converted: a fence table\n");
    assertThat(leases("verify").status()).isZero();
  }

  // ---- watch

  @Test
  void watchesLineByLineWhereNobodyLooks() throws Exception {
    SampleTable.made(directory, SampleTable.FENCE);
    CliRun run = leases("watch --interval 0.1s --count 2");
    assertThat(run.status()).isZero();
    assertThat(run.out().lines())
        .hasSize(2)
        .allMatch(line -> line.endsWith("1 committing, 1 done; 0 open sessions"));
  }

  @Test
  void drawsAnewOnATerminal() throws Exception {
    SampleTable.made(directory, SampleTable.FENCE);
    CliRun run =
        setup()
            .property(Terminal.OUTPUT_PROPERTY, "true")
            .run("leases", directory.toString(), "watch", "--count", "1");
    assertThat(run.out()).startsWith("\033[H\033[Jtable  ").contains("Ctrl-C ends\n");
  }
}
