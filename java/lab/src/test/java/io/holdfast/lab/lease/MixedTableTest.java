package io.holdfast.lab.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four coordinators in Python and four JVMs in one flock table: whatever each claims, beats, gives
 * up, forgets and commits, every id is done once, and neither side finds a record that it cannot
 * read or a field of its own gone.
 */
class MixedTableTest {

  private static final Path COORDINATOR = Path.of("..", "testkit", "python", "coordinator.py");
  private static final String PYTHON_FIELD = "x_python";
  private static final int SHARDS = 16;
  private static final int OF_EACH = 4;

  @TempDir Path root;

  @BeforeEach
  void choose() throws Exception {
    assumeTrue(isThere("python3"), "no python3");
    root = Files.createDirectory(root.resolve("table"));
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  @Test
  @Tag("leases")
  @Timeout(180)
  void everyIdIsDoneOnceAmongWritersOfTwoLanguages() throws Exception {
    work(8);
  }

  @Test
  @Tag("leases-full")
  @Timeout(240)
  void everyIdIsDoneOnceAmongWritersOfTwoLanguagesForLonger() throws Exception {
    work(30);
  }

  private void work(int seconds) throws Exception {
    long seed = System.nanoTime();
    System.out.println("MixedTableTest: seed " + seed);
    Map<String, Process> processes = new TreeMap<>();
    Map<String, String> tokens = new HashMap<>();
    Map<String, Map<String, Long>> counts = new TreeMap<>();
    try {
      for (int i = 0; i < OF_EACH; i++) {
        processes.put("p" + i, start(python("p" + i, seconds, seed + i), "p" + i));
        processes.put("j" + i, start(java("j" + i, seconds, seed - 1 - i), "j" + i));
      }
      for (Map.Entry<String, Process> process : processes.entrySet()) {
        assertThat(process.getValue().waitFor()).as(process.getKey()).isZero();
        listen(process.getKey(), tokens, counts);
      }
    } finally {
      processes.values().forEach(Process::destroyForcibly);
    }
    System.out.println("MixedTableTest: Python " + counts.get("p") + ", Java " + counts.get("j"));
    assertThatEverybodyDidEverything(counts);
    long windows = Math.max(count(counts, "p", "windows"), count(counts, "j", "windows"));
    assertThat(tokens).hasSize((int) windows * MixedTableWorker.WINDOW);
    assertThatJavaFinds(tokens);
    assertThatPythonFinds(tokens.size());
    assertThatNothingIsLeftOver();
  }

  private static long count(Map<String, Map<String, Long>> counts, String side, String word) {
    return counts.getOrDefault(side, Map.of()).getOrDefault(word, 0L);
  }

  private static void assertThatEverybodyDidEverything(Map<String, Map<String, Long>> counts) {
    for (String side : List.of("p", "j")) {
      for (String word : List.of("again", "beats", "released", "forgotten", "completed")) {
        assertThat(count(counts, side, word)).as(side + " " + word).isPositive();
      }
    }
  }

  // ---- the writers

  private List<String> python(String owner, int seconds, long seed) {
    return List.of(
        "python3",
        COORDINATOR.toString(),
        "work",
        root.toString(),
        "--shards=" + SHARDS,
        "--ttl=1",
        "--owner=" + owner,
        "--seconds=" + seconds,
        "--seed=" + seed,
        "--extra={\"" + PYTHON_FIELD + "\":[1,\"é\",0.1]}");
  }

  private List<String> java(String owner, int seconds, long seed) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        MixedTableWorker.class.getName(),
        root.toString(),
        Integer.toString(SHARDS),
        owner,
        Integer.toString(seconds),
        Long.toString(seed));
  }

  private Process start(List<String> command, String owner) throws IOException {
    return new ProcessBuilder(command)
        .redirectOutput(root.resolveSibling(owner).toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Notes which token completed which id: none may be completed twice. */
  private void listen(
      String owner, Map<String, String> tokens, Map<String, Map<String, Long>> counts)
      throws Exception {
    for (String line : Files.readAllLines(root.resolveSibling(owner))) {
      String[] said = line.split(" ", 2);
      JsonObject fields = StrictJson.readObject(said[1].getBytes(UTF_8));
      if (said[0].equals("done")) {
        String before = tokens.put(text(fields, "id"), text(fields, "token"));
        assertThat(before).as("%s was done before, now by %s", text(fields, "id"), owner).isNull();
      } else {
        Map<String, Long> side =
            counts.computeIfAbsent(owner.substring(0, 1), first -> new TreeMap<>());
        fields.fields().forEach((word, n) -> add(side, word, ((JsonNumber) n).toLong().get()));
      }
    }
  }

  private static void add(Map<String, Long> side, String word, long n) {
    side.merge(word, n, word.equals("windows") ? Math::max : Long::sum);
  }

  private static String text(JsonObject object, String key) {
    return ((JsonString) object.get(key).orElseThrow()).text();
  }

  // ---- tables that are not theirs

  @Test
  void theCoordinatorInPythonRefusesAFenceTable() throws Exception {
    WorkId id = WorkId.ofPayload(MixedTableWorker.payload(1));
    Posix posix = Bindings.load();
    try (WorkLeaseTable table =
        WorkLeaseTable.open(
            posix,
            RawPath.of(root.toString()),
            TableManifest.ofWork().withShardCount(SHARDS),
            LeaseOptions.defaults(LeaseClocks.system(posix)),
            RootTrust.declaredByCaller("one host"),
            "j0")) {
      table.claim(id, MixedTableWorker.payload(1), new Claimant("j0", 0));
      for (boolean withManifest : new boolean[] {true, false}) {
        if (!withManifest) {
          Files.delete(root.resolve("table.json"));
        }
        Map<String, FileTime> before = tree();

        Said said = say("claim", id.hex(), "--shards=" + SHARDS);

        assertThat(said.status()).isEqualTo(2);
        assertThat(said.text()).contains("fence").contains("nothing was written");
        assertThat(tree()).isEqualTo(before);
      }
    }
  }

  /** Every name, and when what it stands for was changed last. */
  private Map<String, FileTime> tree() throws IOException {
    Map<String, FileTime> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.toList()) {
        found.put(path.toString(), Files.getLastModifiedTime(path));
      }
    }
    return found;
  }

  // ---- what they have left

  private void assertThatJavaFinds(Map<String, String> tokens) throws Exception {
    Map<WorkId, Reading> found = new TreeMap<>();
    try (WorkLeaseTable table = MixedTableWorker.open(root.toString(), SHARDS, "reader")) {
      table.scan(found::put);
    }
    assertThat(found).hasSameSizeAs(tokens);
    int mixed = 0;
    for (int number = 0; number < tokens.size(); number++) {
      WorkId id = WorkId.ofPayload(MixedTableWorker.payload(number));
      assertThat(found.get(id)).isInstanceOf(Reading.Present.class);
      LeaseRecord record = ((Reading.Present) found.get(id)).record();
      assertThat(record.status()).isEqualTo(LeaseStatus.DONE);
      assertThat(record.token().text()).isEqualTo(tokens.get(id.hex()));
      assertThat(record.payload()).isEqualTo(MixedTableWorker.payload(number));
      assertThatFieldsOfEachAreThere(record);
      mixed += isOf(record, "p") && isOf(record, "j") ? 1 : 0;
    }
    assertThat(mixed).as("ids that went from one language to the other").isPositive();
  }

  private static boolean isOf(LeaseRecord record, String side) {
    return record.owner().startsWith(side) || record.previousOwner().startsWith(side);
  }

  /** What each side adds outlives the rewrites of the other. */
  private static void assertThatFieldsOfEachAreThere(LeaseRecord record) {
    Map<String, JsonValue> fields = record.fields().fields();
    if (isOf(record, "p")) {
      assertThat(fields).containsKey(PYTHON_FIELD);
    }
    if (isOf(record, "j")) {
      assertThat(fields).containsKeys("fence", "ttl");
    }
  }

  private void assertThatPythonFinds(int done) throws Exception {
    Said verified = say("verify", "--shards=" + SHARDS);

    assertThat(verified.text())
        .isEqualTo("valid {\"corrupt\":[],\"counts\":{\"done\":" + done + "}}\n");
    assertThat(verified.status()).isZero();
  }

  private void assertThatNothingIsLeftOver() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      assertThat(all.map(path -> path.getFileName().toString()))
          .noneMatch(name -> name.endsWith(".tmp"));
    }
  }

  private record Said(int status, String text) {}

  private Said say(String command, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("python3", COORDINATOR.toString(), command));
    all.add(root.toString());
    all.addAll(List.of(arguments));
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Said(process.waitFor(), text);
  }
}
