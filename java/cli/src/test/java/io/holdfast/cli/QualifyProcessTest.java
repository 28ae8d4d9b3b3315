package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as people call it, on real directories. */
class QualifyProcessTest {

  @TempDir private Path directory;

  @BeforeEach
  void letEverybodyIn() throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void tellsAVerdictAndLeavesNothing() throws Exception {
    Path state = Files.createDirectory(directory.resolve("state"));
    ForkedCommand run =
        ForkedCommand.run(directory, "\"$@\" qualify state --no-cost --json report.json");
    assertThat(run.errors()).isEmpty();
    assertThat(run.output())
        .contains("Required by fence-table-v1\n", "Scope same-client: on this host")
        .doesNotContain("\033");
    assertThat(run.status()).as(run.output()).isIn(0, 3);
    assertThat(directory.resolve("report.json"))
        .content()
        .contains("\"schema\" : \"holdfast-qualify-v1\"", "\"path\" : \"state\"");
    assertThat(state).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void takesAnyBytesAsADirectory(String locale) throws Exception {
    String script =
        """
        name=$(printf ' a\\nb\\377\\303\\251'); mkdir "$name" || exit 99
        LC_ALL=%s "$@" qualify --no-cost --json - -- "./$name"
        status=$?; [ -z "$(ls -A "$name")" ] && rmdir "$name" || exit 98; exit $status
        """
            .formatted(locale);
    ForkedCommand run = ForkedCommand.run(directory, script);
    assertThat(run.status()).as(run.output() + run.errors()).isIn(0, 3);
    assertThat(run.output())
        .contains("\"path\" : \"./ a\\\\x0ab\\\\xff\\\\xc3\\\\xa9\"")
        .contains("\"path_hex\" : \"2e2f20610a62ffc3a9\"");
  }

  @Test
  void takesADirectoryOfFourThousandBytes() throws Exception {
    String script =
        """
        part=$(head -c 199 /dev/zero | tr '\\0' d); path=$(printf '\\377')
        while [ ${#path} -lt 3800 ]; do path=$path/$part; done
        mkdir -p "$path" || exit 99
        LC_ALL=C "$@" qualify -q --no-cost "$path"
        """;
    ForkedCommand run = ForkedCommand.run(directory, script);
    assertThat(run.status()).as(run.output() + run.errors()).isIn(0, 3);
  }

  @ParameterizedTest
  @CsvSource({
    "missing, there is no such directory",
    "file, it is not a directory",
    "dangling, there is no such directory"
  })
  void saysInOneLineWhyItCannotAsk(String name, String reason) throws Exception {
    Files.createFile(directory.resolve("file"));
    Files.createSymbolicLink(directory.resolve("dangling"), Path.of("nowhere"));
    ForkedCommand run = ForkedCommand.run(directory, "\"$@\" qualify " + name);
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors()).isEqualTo("holdfast: " + name + ": " + reason + "\n");
    assertThat(run.output()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0700", "0555"})
  void saysThatItMayNot(String mode) throws Exception {
    assumeTrue(isRoot(), "only root can become somebody else");
    String script =
        """
        mkdir -m %s d && mkdir lib || exit 99
        number=0; path=; IFS=:
        for entry in $2; do
            number=$((number + 1)); path=$path:lib/$number; cp -r "$entry" lib/$number || exit 99
        done
        exec setpriv --reuid=65534 --regid=65534 --clear-groups \\
            "$1" --enable-native-access=ALL-UNNAMED -cp "$path" "$3" qualify d
        """
            .formatted(mode);
    ForkedCommand run =
        ForkedCommand.finish(
            ForkedCommand.script(directory, script, ForkedCommand.javaClassPathAndMain()).start());
    assertThat(run.status()).as(run.errors()).isEqualTo(4);
    assertThat(run.errors()).startsWith("holdfast: d: no permission").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "ro, true, read-only",
    "size=4k, dd if=/dev/zero of=m/full bs=4k count=1, no space left",
    "nr_inodes=1, true, no inode left"
  })
  void saysWhatTheFileSystemLacks(String options, String fill, String reason) throws Exception {
    assumeTrue(isRoot(), "only root mounts");
    String script =
        """
        mkdir m && mount -t tmpfs -o %s none m && { %s; } 2>/dev/null || exit 99
        before=$(ls -A m); "$@" qualify m; status=$?
        [ "$before" = "$(ls -A m)" ] || exit 98; exit $status
        """
            .formatted(options, fill);
    ForkedCommand run =
        ForkedCommand.run(directory, "exec unshare --mount /bin/sh -c '" + script + "' sh \"$@\"");
    assertThat(run.status()).as(run.errors()).isEqualTo(4);
    assertThat(run.errors()).startsWith("holdfast: m: ").contains(reason).hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--nagios", "--tap", "-q"})
  void redactsWhatItSaysOfADirectoryThatCannotBeAsked(String form) throws Exception {
    ForkedCommand run = ForkedCommand.run(directory, "\"$@\" qualify hidden --redact " + form);
    assertThat(run.output() + run.errors())
        .containsOnlyOnce("(redacted): there is no such directory")
        .doesNotContain("hidden");
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void endsWithTheSignalsStatus(String signal, int status) throws Exception {
    assumeFalse(
        ForkedCommand.inheritsIgnored(status - 128),
        signal + " is ignored by whoever started these tests");
    Process process =
        ForkedCommand.script(
                directory,
                "exec \"$@\" qualify .",
                ForkedCommand.holdfast("-D" + Terminal.ERROR_PROPERTY + "=true"))
            .start();
    assertThat(process.getErrorStream().read()).as("progress").isPositive();
    new ProcessBuilder("/bin/kill", "-s", signal, Long.toString(process.pid())).start().waitFor();
    assertThat(ForkedCommand.finish(process).status()).isEqualTo(status);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void saysWhereALinkLed() throws Exception {
    Files.createDirectory(directory.resolve("real"));
    Files.createSymbolicLink(directory.resolve("link"), Path.of("real"));
    ForkedCommand run = ForkedCommand.run(directory, "\"$@\" qualify link/ --no-cost --json -");
    assertThat(run.output())
        .contains("\"id\" : \"root-is-symbolic-link\"")
        .contains("link/ is a symbolic link to " + directory.toRealPath() + "/real, which was");
    ForkedCommand hidden = ForkedCommand.run(directory, "\"$@\" qualify link --redact --no-cost");
    assertThat(hidden.output())
        .contains("is a symbolic link to")
        .doesNotContain(directory.getFileName().toString());
  }

  @Test
  void aProgramInPiecesIsNoVerdict() throws Exception {
    List<String> words =
        List.of(
            ForkedCommand.javaClassPathAndMain().get(0),
            System.getProperty("java.class.path").replaceAll("[^:]*picocli[^:]*", ""),
            Main.class.getName());
    ForkedCommand run =
        ForkedCommand.finish(
            ForkedCommand.script(directory, "\"$1\" -cp \"$2\" \"$3\" doctor", words).start());
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors()).startsWith("holdfast: java.lang.NoClassDefFoundError: picocli/");
  }

  @Test
  void answersAFullStandardOutput() throws Exception {
    ForkedCommand run = ForkedCommand.run(directory, "\"$@\" --version >/dev/full");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors()).isEqualTo("holdfast: standard output cannot be written\n");
  }

  private static boolean isRoot() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines.anyMatch(line -> line.startsWith("Uid:\t0\t0"));
    }
  }
}
