package io.holdfast.jni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.jni.SystemCalls.SystemCall;
import io.holdfast.jni.fork.RunVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many barriers the kernel is asked for, and in which order, as strace sees it. */
class SystemCallOrderTest {

  private static final int RECORDS = 64;

  @TempDir private Path scratch;

  @Test
  void publishIsOneContentFsyncThenTheNameThenOneDirectoryFsyncThenTheProbe() throws Exception {
    SystemCalls calls = run("publish");

    assertThat(allSyncs(calls)).hasSize(2);
    inOrder(
        single(contentSyncs(calls, root())),
        single(calls.named("linkat", "\"record\"")),
        single(directorySyncs(calls, root())),
        single(probes(calls, root())));
  }

  @Test
  void replaceIsOneContentFsyncThenTheRenameThenOneDirectoryFsyncThenTheProbe() throws Exception {
    SystemCalls calls = run("replace");

    assertThat(allSyncs(calls)).hasSize(2);
    inOrder(
        single(contentSyncs(calls, root())),
        single(calls.named("renameat2", "\"record\"")),
        single(directorySyncs(calls, root())),
        single(probes(calls, root())));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void aBatchIsOneContentFsyncARecordAndOneDirectoryFsyncADirectory(int directories)
      throws Exception {
    Files.createDirectory(root());
    for (int i = 0; i < directories; i++) {
      Files.createDirectory(root().resolve("s" + i));
    }
    SystemCalls calls = run("batch", "" + RECORDS, "" + directories);

    assertThat(allSyncs(calls)).hasSize(RECORDS + directories);
    assertThat(calls.named("renameat2", "")).hasSize(RECORDS);
    for (int i = 0; i < directories; i++) {
      Path directory = root().resolve("s" + i);
      SystemCall barrier = single(directorySyncs(calls, directory));
      for (int record = i; record < RECORDS; record += directories) {
        SystemCall rename = single(calls.named("renameat2", "\"record" + record + "\""));
        inOrder(
            single(calls.named("fsync", "<" + directory + "/record" + record + ".")),
            rename,
            barrier);
      }
      inOrder(barrier, single(probes(calls, directory)));
    }
  }

  private SystemCalls run(String... verb) throws Exception {
    if (!Files.exists(root())) {
      Files.createDirectory(root());
    }
    String[] arguments = new String[verb.length + 1];
    arguments[0] = root().toString();
    System.arraycopy(verb, 0, arguments, 1, verb.length);
    return SystemCalls.of(scratch.resolve("trace"), root(), RunVerb.class, arguments);
  }

  private Path root() {
    return scratch.resolve("state");
  }

  /** Every call that could be a barrier; sync_file_range is none and is not among them. */
  private static List<SystemCall> allSyncs(SystemCalls calls) {
    return calls.calls().stream().filter(call -> call.name().matches(".*sync.*")).toList();
  }

  private static List<SystemCall> contentSyncs(SystemCalls calls, Path directory) {
    return calls.named("fsync", "<" + directory + "/");
  }

  private static List<SystemCall> directorySyncs(SystemCalls calls, Path directory) {
    return calls.named("fsync", "<" + directory + ">");
  }

  private static List<SystemCall> probes(SystemCalls calls, Path directory) {
    List<SystemCall> probes =
        calls.named("fsetxattr", "<" + directory + ">, \"user.holdfast.barrier\"");
    assumeTrue(
        probes.stream().noneMatch(call -> call.text().contains(" = -1 ")),
        "directories take no user attributes here, so that the probe has another form");
    return probes;
  }

  private static SystemCall single(List<SystemCall> calls) {
    assertThat(calls).hasSize(1);
    return calls.get(0);
  }

  private static void inOrder(SystemCall... calls) {
    for (int i = 1; i < calls.length; i++) {
      assertThat(calls[i - 1].endedBefore(calls[i]))
          .as("%s before %s", calls[i - 1], calls[i])
          .isTrue();
    }
    assertThat(calls).allMatch(call -> call.text().endsWith(" = 0"));
  }
}
