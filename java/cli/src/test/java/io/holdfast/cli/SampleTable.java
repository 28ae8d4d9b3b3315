package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup;
import io.holdfast.target.TargetLeaseTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A table on the real kernel with an id in each state, and a shell that reaches into it. */
final class SampleTable {

  /** One id for each state; they stand in different shards. */
  static final WorkId LEASED = id("0000000a");

  static final WorkId COMMITTING = id("0000000d");
  static final WorkId DONE = id("00000002");
  static final WorkId RELEASED = id("00000003");

  static final TableManifest FENCE = TableManifest.ofWork().withShardCount(4);

  private static final JsonObject PAYLOAD =
      new JsonObject(Map.of("input", new JsonString("caf\u00e9\u001b[2J")));

  private final Path root;

  SampleTable(Path root) {
    this.root = root;
  }

  private static WorkId id(String head) {
    return new WorkId(head + "00".repeat(28));
  }

  Path root() {
    return root;
  }

  WorkLeaseTable open(TableManifest manifest) throws Exception {
    Posix posix = Bindings.load();
    return WorkLeaseTable.open(
        posix,
        RawPath.of(root.toString()),
        manifest,
        LeaseOptions.defaults(LeaseClocks.system(posix)),
        RootTrust.declaredByCaller("a test"),
        "host-a\u001b[31m");
  }

  /** Makes a table and closes it again; its session is dead then. */
  static SampleTable made(Path root, TableManifest manifest) throws Exception {
    SampleTable made = new SampleTable(root);
    try (WorkLeaseTable table = made.open(manifest)) {
      made.fill(table);
    }
    return made;
  }

  /** A table of targets in which a group of three is held by a coordinator that has gone. */
  static SampleTable ofTargets(Path root, Protocol protocol) throws Exception {
    Posix posix = Bindings.load();
    try (TargetLeaseTable table =
        TargetLeaseTable.open(
            posix,
            RawPath.of(root.toString()),
            TableManifest.ofTargets().withShardCount(4).withProtocol(protocol),
            LeaseOptions.defaults(LeaseClocks.system(posix)),
            RootTrust.declaredByCaller("a test"),
            "host-a")) {
      GroupClaimAnswer answer =
          table.claimGroup(TargetGroup.of(List.of(77L, 88L, 99L)), PAYLOAD, new Claimant("a", 1));
      assertThat(answer).isInstanceOf(GroupClaimAnswer.Claimed.class);
    }
    return new SampleTable(root);
  }

  void fill(WorkLeaseTable table) throws Exception {
    claim(table, LEASED);
    Lease committing = claim(table, COMMITTING);
    JsonObject commit = new JsonObject(Map.of("output", new JsonString("result-1")));
    table.beginCommit(COMMITTING, committing.token(), Optional.of(commit));
    Lease done = claim(table, DONE);
    table.beginCommit(DONE, done.token(), Optional.of(commit));
    table.completeOnce(DONE, done.token());
    table.release(RELEASED, claim(table, RELEASED).token());
  }

  static Lease claim(WorkLeaseTable table, WorkId id) throws Exception {
    ClaimAnswer answer = table.claim(id, PAYLOAD, new Claimant("host-a\u001b[31m", 7));
    assertThat(answer).isInstanceOf(ClaimAnswer.Claimed.class);
    return ((ClaimAnswer.Claimed) answer).lease();
  }

  /** Runs a shell script in the root. {@code $1} … are the words. */
  String shell(String script, String... words) throws IOException, InterruptedException {
    String[] command = new String[words.length + 4];
    command[0] = "/bin/sh";
    command[1] = "-ec";
    command[2] = script;
    command[3] = "sh";
    System.arraycopy(words, 0, command, 4, words.length);
    Process process =
        new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    byte[] output = process.getInputStream().readAllBytes();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    String text = new String(output, StandardCharsets.ISO_8859_1);
    assertThat(process.exitValue()).as(script + "\n" + text).isZero();
    return text;
  }

  /** Every name with what it is, inode, size, mode, times of change, and content. */
  String everything() throws IOException, InterruptedException {
    return shell(
        "find . -printf '%p %y %i %n %s %m %T@ %C@\\n' | LC_ALL=C sort;"
            + " find . -type f -exec sha256sum {} + | LC_ALL=C sort");
  }
}
