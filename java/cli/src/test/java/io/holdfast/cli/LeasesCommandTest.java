package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands that look at a table, on real tables, sound and hostile ones. */
class LeasesCommandTest {

  private static final Machine MACHINE = FakeMachine.failing("nothing is qualified here");

  @TempDir private Path directory;

  private SampleTable table;

  @BeforeEach
  void make() throws Exception {
    table = SampleTable.made(directory, SampleTable.FENCE);
  }

  /** Names that the JDK cannot spell would be left behind. */
  @AfterEach
  void removeAll() throws Exception {
    table.shell("find . -mindepth 1 -delete");
  }

  private CliRun leases(String... words) {
    List<String> all = new ArrayList<>(List.of("leases", directory.toString()));
    all.addAll(List.of(words));
    return CliRun.of(MACHINE, all.toArray(String[]::new));
  }

  // ---- a sound table

  @ParameterizedTest
  @EnumSource
  void looksAtTablesOfEveryProtocolAndChangesNothing(Protocol protocol) throws Exception {
    table.shell("find . -mindepth 1 -delete");
    TableManifest manifest = SampleTable.FENCE.withProtocol(protocol);
    table = SampleTable.made(directory, manifest);
    String before = table.everything();
    for (String command : List.of("ls", "stats", "verify", "export", "show 00000002")) {
      CliRun run = leases(command.split(" "));
      assertThat(run.status()).as(command + run).isZero();
      assertThat(run.err()).isEmpty();
      assertThat(run.out()).isNotEmpty().doesNotContain("\033");
    }
    assertThat(table.everything()).isEqualTo(before);
  }

  @Test
  void looksAtATableInUse() throws Exception {
    try (var open = table.open(SampleTable.FENCE)) {
      SampleTable.claim(open, SampleTable.RELEASED);
      assertThat(leases("verify").status()).isZero();
      assertThat(leases("stats").out()).contains("1 open, 1 dead", "2 leased");
      assertThat(leases("show", "00000003").out()).contains("beat 0, owner host-a\\x1b[31m, host ");
    }
  }

  @Test
  void countsWithoutACommandToo() {
    CliRun run = leases();
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("fence table of work, 4 shards, ttl 2.0 min\n")
        .contains("4: 1 released, 1 leased, 1 committing, 1 done\n")
        .contains("3 of 4 hold ids, the fullest 2\n")
        .contains("0 open, 1 dead\n")
        .contains("2  host-a\\x1b[31m\n");
    assertThat(run).isEqualTo(leases("stats"));
  }

  @Test
  void listsShardByShard() {
    assertThat(
            leases("ls")
                .out()
                .lines()
                .map(line -> line.replaceAll(" +", " ").replaceAll(" [0-9]+ s ", " AGE "))
                .toList())
        .containsExactly(
            "id state fence age worker owner",
            "0000000d00000000 committing 2 AGE 7 host-a\\x1b[31m",
            "0000000200000000 done 3 AGE 7 host-a\\x1b[31m",
            "0000000a00000000 leased 1 AGE 7 host-a\\x1b[31m",
            "0000000300000000 released 2 AGE 7 host-a\\x1b[31m");
    assertThat(leases("ls", "--full").out()).contains("\n" + SampleTable.LEASED + "  leased ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--state leased; 0000000a",
        "--state done,released; 00000002 00000003",
        "--shard 2; 00000002 0000000a",
        "--older-than 1h; ''",
        "--younger-than 1h --state done; 00000002",
        "--shard 0; ''",
      })
  void listsWhatIsAskedFor(String options, String ids) {
    CliRun run = leases(("ls " + options).split(" "));
    assertThat(run.status()).isZero();
    assertThat(run.out().lines().skip(1).map(line -> line.substring(0, 8)))
        .containsExactly(ids.isEmpty() ? new String[0] : ids.split(" "));
  }

  @Test
  void showsOneIdByItsFirstDigits() {
    CliRun run = leases("show", "0000000d");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("id          " + SampleTable.COMMITTING + "\n", "state       committing\n")
        .contains("payload     {\"input\":\"caf\\u00e9\\u001b[2J\"}\n")
        .contains("commit      {\"output\":\"result-1\"}\n", "dead, owner")
        .contains("600  001/" + SampleTable.COMMITTING + ".origin\n")
        .doesNotContain("Findings");
    assertThat(leases("show", "00000").status()).isEqualTo(2);
    assertThat(leases("show", "00000").err())
        .startsWith("holdfast: several ids begin with 00000; " + SampleTable.DONE);
    assertThat(leases("show", "ff").status()).isEqualTo(3);
    assertThat(leases("show", "ff").err()).isEqualTo("holdfast: no id begins with ff\n");
  }

  @Test
  void showsAnIdThatNobodyHas() throws Exception {
    table.shell("find . -mindepth 1 -delete");
    table = SampleTable.made(directory, SampleTable.FENCE.withProtocol(Protocol.FLOCK));
    CliRun run = leases("show", SampleTable.RELEASED.hex());
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("state       absent\n", ".json.lock\n");
    assertThat(leases("ls").out()).doesNotContain("absent").hasLineCount(4);
  }

  @Test
  void exportsEveryRecordAsALine() {
    List<String> lines = leases("export").out().lines().toList();
    assertThat(lines).hasSize(4).allMatch(line -> line.startsWith("{\"attempts\":1,"));
    assertThat(lines.get(0)).contains("\"id\":\"" + SampleTable.COMMITTING + "\"");
    assertThat(lines.get(3)).contains("\"id\":\"" + SampleTable.RELEASED + "\"");
    assertThat(leases("export")).isEqualTo(leases("export"));
  }

  @Test
  void writesDocuments() throws Exception {
    Path file = directory.resolve("report.json");
    CliRun text = leases("verify", "--json", file.toString());
    assertThat(text.out())
        .startsWith("VERIFIED: 4 ids, 1 session; 0 broken, 0 unreadable, 0 notes");
    assertThat(file).content().contains("\"schema\" : \"holdfast-leases-verify-v1\"");
    assertThat(leases("ls", "--json", "-").out())
        .startsWith("{\n  \"schema\" : \"holdfast-leases-ls-v1\"")
        .contains("\"state\" : \"done\"")
        .doesNotContain("\033");
    assertThat(leases("stats", "--json", "-").out()).contains("\"committing\" : 1,");
    assertThat(leases("show", "0000000d", "--json", "-").out())
        .contains("\"dead\" : true,", "\"input\":\"caf\\u00e9\\u001b[2J\"");
  }

  // ---- what is asked wrongly

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ls --state held; 2; there is no --state 'held'",
        "ls --older-than soon; 2; 'soon' is no length of time",
        "ls --shard 4; 2; --shard is 0 to 3",
        "show; 2; Missing required parameter",
        "show XY; 2; ID is 1 to 64 lower-case hex digits",
        "ls --shards 8; 2; --shards 8: the table has 4",
        "ls --shards 0; 2; --shards is 1 to 65536",
        "verify --json missing/f; 4; the report cannot be written: openat missing/: ENOENT",
        "ls --state ,; 2; --state names nothing; known: released,",
        "show target:7; 2; DIR is a table of work: only those of targets know target:7",
      })
  void saysWhatIsWrong(String words, int status, String problem) {
    CliRun run = leases(words.split(" "));
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.out()).isEmpty();
    String shown = run.err().replace(directory.toString(), "DIR");
    assertThat(shown).startsWith("holdfast: " + problem).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "leases -x ls; there is no option '-x', try 'holdfast leases --help'",
        "leases -- -x ls; 'ls' stands behind --, where no command is looked for,"
            + " a name that begins with - is written ./-NAME",
        "leases ls; Missing required parameter: 'DIR', it stands before the command:"
            + " 'holdfast leases DIR ls'",
        "leases . adopt --shards 4 --kind foo; there is no --kind 'foo', known: work, target",
        "lab leases --dir=; --dir is empty, . is the current directory",
        "lab crash --keep=; --keep is empty, . is the current directory",
        "lab crash --fs ,; --fs names nothing, known: memory, ext4, xfs, btrfs",
        "lab eio --fs ,; --fs names nothing, known: ext4, xfs, btrfs",
      })
  void saysWhatIsWrongOutsideATable(String words, String problem) {
    CliRun run = CliRun.of(MACHINE, words.split(" "));
    assertThat(run.status()).as(run.toString()).isEqualTo(2);
    assertThat(run.err().replace(";", ",")).isEqualTo("holdfast: " + problem + "\n");
  }

  @Test
  void tellsOfASessionThatCannotBeLookedAt() throws Exception {
    table.shell("rm -r sessions; : > sessions");
    CliRun broken = leases("show", "0000000a");
    assertThat(broken.status()).isEqualTo(1);
    assertThat(broken.out()).contains("broken      directory        sessions\n");
    table.shell("rm sessions");
    CliRun gone = leases("show", "0000000a");
    assertThat(gone.status()).isZero();
    assertThat(gone.out()).contains("note        missing_session  sessions/", "it has no file\n");
    assertThat(leases("show", "00000002").out()).doesNotContain("missing_session");
  }

  @Test
  void printsTheVerdictOnly() throws Exception {
    table.shell("mkdir x; mv sessions/*.dead sessions/" + "a".repeat(32) + ".dead");
    assertThat(leases("verify", "-q").out()).hasLineCount(1).startsWith("VERIFIED: 4 ids");
  }

  @Test
  void saysWhyATableCannotBeOpened() throws Exception {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    CliRun run = CliRun.of(MACHINE, "leases", empty.toString(), "verify");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.err()).contains("there is no table.json; a table that coordinators of another");
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(CliRun.of(MACHINE, "leases", file.toString()).err())
        .isEqualTo("holdfast: " + file + ": it is not a directory\n");
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
    for (String command : List.of("ls", "verify", "recover", "sweep", "convert")) {
      CliRun linked = CliRun.of(MACHINE, "leases", link + "/", command);
      assertThat(linked.status()).isEqualTo(4);
      assertThat(linked.err()).contains("link/: the root is a symbolic link: name the directory");
    }
    for (String command : List.of("ls", "verify", "recover", "sweep", "break", "convert")) {
      assertThat(CliRun.of(MACHINE, "leases", directory + "/none", command).err())
          .isEqualTo("holdfast: " + directory + "/none: there is no such directory\n");
    }
  }

  @Test
  void looksAtATableThatSaysNothingItself() throws Exception {
    table.shell("find . -mindepth 1 -delete");
    table = SampleTable.made(directory, SampleTable.FENCE.withProtocol(Protocol.FLOCK));
    table.shell("rm table.json");
    CliRun run = leases("stats", "--shards", "4");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("flock table of work, 4 shards", "so this is assumed");
    CliRun wrong = leases("verify", "--shards", "3");
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.out()).contains("wrong_shard");
  }

  // ---- hostile tables

  /** What was done to the table, what must be found, and where. */
  record Damage(String script, String check, String path, String reason) {}

  private static final String DONE = "002/" + SampleTable.DONE;

  static Stream<Damage> damages() {
    String record = "rec=$(echo " + DONE + ".rec.0000000000000003.*); ";
    String fence = "fence=$(echo " + DONE + ".fence.*); ";
    return Stream.of(
        new Damage(record + "truncate -s -40 $rec", "record", DONE + ".rec.", "newline is missing"),
        new Damage(record + "truncate -s 0 $rec", "record", DONE + ".rec.", "newline is missing"),
        new Damage(record + "sed -i s/result-1/result-2/ $rec", "record", DONE, "checksum"),
        new Damage(record + "sed -i s/:\\\"00000002/:\\\"00000003/ $rec", "record", DONE, "id is"),
        new Damage(record + "sed -i 's/{/{\"id\":1,/' $rec", "record", DONE, "Duplicate field"),
        new Damage(record + "rm $rec; mkfifo $rec", "record", DONE, "no regular file"),
        new Damage(record + "ln -sf /dev/zero $rec", "record", DONE, "a symbolic link"),
        new Damage(record + "rm $rec; mkdir $rec", "record", DONE, "no regular file"),
        new Damage(record + "truncate -s 3M $rec", "record", DONE, "longer than 1048576 bytes"),
        new Damage(record + "rm $rec", "missing_record", DONE + ".rec.", "record is not there"),
        new Damage(
            "ln " + DONE + ".origin " + DONE + ".fence.0000000000000002." + "a".repeat(32),
            "two_fences",
            DONE + ".fence.0000000000000002.",
            "genuine, and so is " + SampleTable.DONE + ".fence.0000000000000003."),
        new Damage("rm " + DONE + ".fence.*", "no_fence", DONE + ".origin", "no fence is seen"),
        new Damage("rm " + DONE + ".origin", "missing_origin", DONE, "would begin anew"),
        new Damage("ln -sf x " + DONE + ".origin", "origin", DONE + ".origin", "no regular file"),
        new Damage(
            fence + "printf x > $fence", "origin", DONE + ".origin", "not the line of a fence"),
        new Damage(
            record + "cp $rec " + DONE + ".rec.0000000000000009." + "b".repeat(32),
            "lost_fence",
            DONE + ".rec.0000000000000009.",
            "the fence stands at 3"),
        new Damage("mv 002/* 001", "wrong_shard", "001/" + SampleTable.DONE, "its shard is 002"),
        new Damage("chmod 777 002", "directory", "002", "has mode 777, the manifest says 700"),
        new Damage("mv 002 x; ln -s x 002", "directory", "002", "no directory"),
        new Damage("mv 002 x; touch 002", "directory", "002", "no directory"),
        new Damage("chmod 666 " + DONE + ".*", "mode", DONE, "has mode 666"),
        new Damage(
            "mv sessions/*.dead sessions/" + "a".repeat(32) + ".dead",
            "leftover",
            "sessions/",
            "no record names it"),
        new Damage(
            "cp sessions/*.dead $(echo sessions/*.dead | sed s/dead/0000000000000001/)",
            "session",
            "sessions/",
            "of beat and death one wins"),
        new Damage("truncate -s 9 table.json", "manifest", "table.json", "is corrupt"),
        new Damage("echo [] > table.json", "manifest", "table.json", "not an object"),
        new Damage("rm table.json; mkfifo table.json", "manifest", "table.json", "no regular"),
        new Damage("truncate -s 9M table.json", "manifest", "table.json", "longer than"),
        new Damage(
            "sed -i 's/\"min_reader\":2/\"min_reader\":9/' table.json",
            "manifest",
            "table.json",
            "a later version"));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void reportsDamageAndTouchesNothing(Damage damage) throws Exception {
    table.shell(damage.script());
    String before = table.everything();
    CliRun run = leases("verify");
    assertThat(run.status())
        .as(run.toString())
        .isEqualTo(damage.check().equals("leftover") ? 0 : 1);
    String flat = run.out().replaceAll("\n +", " ").replace(" ", "");
    assertThat(flat)
        .containsPattern(
            damage.check() + damage.path() + "\\S*" + damage.reason().replace(" ", ""));
    CliRun document = leases("verify", "--json", "-");
    assertThat(document.out()).contains("\"check\" : \"" + damage.check() + "\"");
    for (String command : List.of("ls", "stats", "export", "show " + SampleTable.DONE)) {
      CliRun look = leases(command.split(" "));
      assertThat(look.status()).as(command + look).isBetween(0, 4);
      assertThat(look.err()).as(command).doesNotContain("Exception", "java.");
    }
    assertThat(table.everything()).isEqualTo(before);
  }

  @Test
  void saysWhatIsCorruptInEveryCommand() throws Exception {
    table.shell("truncate -s 50 " + DONE + ".rec.*3.*");
    String path = DONE + ".rec.";
    CliRun list = leases("ls");
    assertThat(list.status()).isEqualTo(1);
    assertThat(list.out()).contains("0000000200000000  corrupt     " + path, "newline");
    assertThat(leases("ls", "--state", "corrupt").out()).hasLineCount(3);
    assertThat(leases("stats").out()).contains("0 done", "1 corrupt", "verify");
    CliRun export = leases("export");
    assertThat(export.status()).isEqualTo(1);
    assertThat(export.out()).hasLineCount(3);
    assertThat(export.err()).startsWith("holdfast: " + path).hasLineCount(1);
    CliRun show = leases("show", "00000002");
    assertThat(show.status()).isEqualTo(1);
    assertThat(show.out()).contains("state       corrupt\n", "broken      record  ");
  }

  @Test
  void namesForeignNamesWhateverTheirBytes() throws Exception {
    table.shell(
        "touch \"$(printf '002/\\377\\033[2J')\" \"$(printf 'a\\nb')\" "
            + DONE
            + ".bak"
            + " 002/"
            + "d".repeat(64)
            + ".json sessions/x; mkdir 0001 099");
    String before = table.everything();
    CliRun run = leases("verify");
    assertThat(run.out())
        .contains("  002/\\xff\\x1b[2J\n", "  a\\x0ab\n", "  " + DONE + ".bak\n", "  sessions/x\n")
        .contains("  0001\n", "  099\n")
        .doesNotContain("\033");
    assertThat(run.status()).as("a hint without its origin").isEqualTo(1);
    assertThat(run.out()).contains("missing_origin   002/" + "d".repeat(64) + ".json\n");
    assertThat(leases("verify", "--json", "-").out())
        .contains("\"path_hex\" : \"3030322fff1b5b324a\"");
    assertThat(table.everything()).isEqualTo(before);
  }

  @Test
  void tellsLeftoversFromWhatCounts() throws Exception {
    String nonce = "c".repeat(32);
    table.shell(
        "for n in 0000000000000001 0000000000000003 0000000000000004; do : > "
            + DONE
            + ".rec.$n.$1; done; : > "
            + DONE
            + ".json.$1.tmp; : > sessions/$1.look;"
            + " : > 002/.holdfast-barrier.$1; : > 002/$2.fence.0000000000000000.$1",
        nonce,
        "e".repeat(64));
    CliRun run = leases("verify");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("7 notes", "'sweep' removes leftovers");
    assertThat(run.out().lines().filter(line -> line.startsWith("note        leftover")))
        .hasSize(3);
    assertThat(run.out().lines().filter(line -> line.startsWith("note        pending"))).hasSize(4);
  }
}
