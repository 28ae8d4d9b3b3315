package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher on a machine where the tools of the build are missing; its apt-get is a recorder.
 */
class LauncherTest {

  private static final List<String> BASICS =
      List.of(
          "sh",
          "dirname",
          "readlink",
          "id",
          "uname",
          "mkdir",
          "cat",
          "tail",
          "find",
          "head",
          "date",
          "grep",
          "dash",
          "bash");

  @TempDir private Path machine;
  private Path tools;
  private Path launcher;

  @BeforeEach
  void leaveOutTheBuildTools() throws IOException {
    tools = Files.createDirectory(machine.resolve("bin"));
    for (String tool : BASICS) {
      for (Path folder : List.of(Path.of("/bin"), Path.of("/usr/bin"))) {
        Path found = folder.resolve(tool);
        if (Files.exists(found) && !Files.exists(tools.resolve(tool))) {
          tool(tool, "exec " + found + " \"$@\"");
        }
      }
    }
    launcher = Files.copy(Repository.root().resolve("holdfast"), machine.resolve("holdfast"));
    for (String sourced : List.of("java/lab/stages.sh", "java/cli/launch.sh")) {
      Files.createDirectories(machine.resolve(sourced).getParent());
      Files.copy(Repository.root().resolve(sourced), machine.resolve(sourced));
    }
  }

  @Test
  void asRootWithoutATerminalItSaysWhatToRunAndInstallsNothing() throws Exception {
    tool("apt-get", "echo \"$@\" >>" + machine.resolve("installed"));
    tool("id", "echo 0");

    ForkedCommand run = launch(Map.of(), "doctor");

    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors())
        .contains("no terminal to ask", "apt-get install", "maven", "cmake", "gcc", "openjdk-17");
    assertThat(machine.resolve("installed")).doesNotExist();
  }

  @Test
  void theEnvironmentMayAnswerYes() throws Exception {
    tool("apt-get", "echo \"$@\" >>" + machine.resolve("installed") + "; exit 1");
    tool("id", "echo 0");

    ForkedCommand run = launch(Map.of("HOLDFAST_INSTALL", "1"), "doctor");

    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors()).contains("installing:", "the installation failed");
    assertThat(machine.resolve("installed")).exists();
  }

  @Test
  void whoIsNotRootGetsTheOneLineToRun() throws Exception {
    tool("apt-get", "echo \"$@\" >>" + machine.resolve("installed"));
    tool("id", "echo 1000");

    ForkedCommand run = launch(Map.of("CI", "true"), "doctor");

    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors()).contains("run: sudo apt-get install -y");
    assertThat(machine.resolve("installed")).doesNotExist();
  }

  @Test
  void withoutAptItNamesWhatIsMissing() throws Exception {
    ForkedCommand run = launch(Map.of("CI", "true"), "doctor");

    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors()).contains("what Debian calls:", "maven");
  }

  @Test
  void aJavaThatDoesNotStartIsNoVerdict() throws Exception {
    Files.createDirectories(machine.resolve("java/cli/target/app"));
    Files.createFile(machine.resolve("java/cli/target/app/holdfast.jar"));
    tool("java", "echo 'Unrecognized option: -Xodd' >&2; exit 1");

    ForkedCommand run = launch(Map.of("HOLDFAST_JAVA_OPTS", "-Xodd"), "doctor");

    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors())
        .isEqualTo(
            "Unrecognized option: -Xodd\nholdfast: this Java does not start: "
                + tools.resolve("java")
                + " -Xodd\n");
    assertThat(launch(Map.of(), "doctor").status()).as("another Java").isEqualTo(4);
  }

  @Test
  void theJavaOfTheClassArchiveIsNotTriedFirst() throws Exception {
    Path app = Files.createDirectories(machine.resolve("java/cli/target/app"));
    Files.createFile(app.resolve("holdfast.jar"));
    Files.writeString(app.resolve("holdfast.java"), tools.resolve("java") + "\n");
    tool("java", "echo \"$@\"; exit 3");

    ForkedCommand run = launch(Map.of(), "doctor");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.output()).endsWith("holdfast.jar doctor\n").hasLineCount(1);
    assertThat(launch(Map.of("JAVA_TOOL_OPTIONS", "-Da=b"), "doctor").status()).isEqualTo(4);
  }

  @Test
  void thePackedLauncherRunsWhatIsPackedBesideItAndBuildsNothing() throws Exception {
    Path app = Files.createDirectories(machine.resolve("usr/lib/holdfast"));
    Path packed = Files.createDirectories(machine.resolve("usr/bin")).resolve("holdfast");
    Files.copy(Repository.root().resolve("java/cli/dist/holdfast"), packed);
    Files.copy(Repository.root().resolve("java/cli/launch.sh"), app.resolve("launch.sh"));
    Files.createFile(app.resolve("holdfast.jar"));
    launcher = Files.createSymbolicLink(machine.resolve("somewhere"), packed);
    assertThat(launch(Map.of(), "doctor").errors()).contains("no Java found");
    tool("java", "echo \"$@\"; exit 3");

    assertThat(launch(Map.of(), "doctor").status()).as("a Java that does not start").isEqualTo(4);

    tool("java", "[ \"$1\" = --dry-run ] || { echo \"$@\"; exit 3; }");
    ForkedCommand run = launch(Map.of(), "doctor");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.output()).endsWith(app.toRealPath() + "/holdfast.jar doctor\n").hasLineCount(1);
  }

  @Test
  void anUnknownArgumentOfDistIsAUsageError() throws Exception {
    Files.createDirectories(machine.resolve("java/cli/dist"));
    Files.copy(
        Repository.root().resolve("java/cli/dist/pack.sh"),
        machine.resolve("java/cli/dist/pack.sh"));

    ForkedCommand run = launch(Map.of(), "dist", "--here");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors()).contains("'--here'", "[--to DIR]");
  }

  @Test
  void anUnknownArgumentOfTestIsAUsageError() throws Exception {
    ForkedCommand run = launch(Map.of(), "test", "--fast");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors()).contains("'--fast'", "[--full]");
  }

  @Test
  void aStageFailsWithItsFirstFailingCommand() throws Exception {
    Path script = machine.resolve("stage.sh");
    Files.writeString(
        script,
        """
        set -eu
        here=. logs=logs failed_stages=
        mkdir -p logs
        say() { echo "$*"; }
        . java/lab/stages.sh
        stage_broken() { false; true; }
        run_stages 'broken 1 fails in the middle'
        echo "failed:$failed_stages"
        """);

    ForkedCommand run = ForkedCommand.run(machine, "exec sh stage.sh");

    assertThat(run.output()).contains("stage broken FAILED", "failed: broken");
  }

  private void tool(String name, String body) throws IOException {
    Path file = tools.resolve(name);
    Files.deleteIfExists(file);
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ForkedCommand launch(Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        ForkedCommand.script(machine, "exec sh \"$@\" </dev/null", List.of(words));
    builder.command().add(4, launcher.toString());
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().putAll(environment);
    return ForkedCommand.finish(builder.start());
  }
}
