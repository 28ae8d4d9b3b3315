package io.holdfast.jni;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.jni.fork.Origin;
import io.holdfast.jni.fork.TwoVersions;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Platform;
import io.holdfast.testkit.fork.ForkedJvm;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the library comes from, and what is said where it cannot be had. Each in a fresh JVM. */
class LibraryLoadingTest {

  private static final String FILE = "libholdfast_jni.so";
  private static final String RESOURCE = Platform.current().nativeDirectory() + FILE;
  private static final int UNAVAILABLE = 4;

  @TempDir Path scratch;

  @Test
  void comesFromTheJarAndLeavesNothingBehind() throws Exception {
    String said =
        ForkedJvm.here()
            .with("-Dholdfast.tmpdir=" + scratch, "-Duser.home=/nonexistent")
            .run(Origin.class)
            .said();

    assertThat(said).isEqualTo("copied from " + packed().toURL());
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void forcedDirectoryWins() throws Exception {
    Path library = install();

    String said =
        ForkedJvm.here()
            .with("-Dholdfast.native.dir=" + scratch, "-Djava.library.path=/nonexistent")
            .run(Origin.class)
            .said();

    assertThat(said).isEqualTo(library + " (-Dholdfast.native.dir)");
  }

  @Test
  void forcedDirectoryWithoutTheLibraryIsAnError() throws Exception {
    assertThat(unavailable("-Dholdfast.native.dir=" + scratch))
        .contains("-Dholdfast.native.dir=" + scratch + ", the only place then: no " + FILE);
  }

  @Test
  void libraryPathComesBeforeTheJar() throws Exception {
    Path library = install();

    String said = ForkedJvm.here().with("-Djava.library.path=" + scratch).run(Origin.class).said();

    assertThat(said).isEqualTo(library + " (java.library.path)");
  }

  @Test
  void garbageIsNamed() throws Exception {
    Files.write(scratch.resolve(FILE), "garbage".getBytes(US_ASCII));

    assertThat(unavailable("-Dholdfast.native.dir=" + scratch)).contains("no ELF file");
  }

  @Test
  void aLibraryThatWasCutShortDoesNotKillTheJvm() throws Exception {
    byte[] whole = Files.readAllBytes(install());
    Files.write(scratch.resolve(FILE), Arrays.copyOf(whole, whole.length / 2));

    assertThat(unavailable("-Dholdfast.native.dir=" + scratch)).contains("cut short");
  }

  @Test
  void anotherArchitectureIsNamed() throws Exception {
    byte[] foreign = Files.readAllBytes(install());
    foreign[18] = 21;
    Files.write(scratch.resolve(FILE), foreign);

    assertThat(unavailable("-Dholdfast.native.dir=" + scratch)).contains("ELF machine 21");
  }

  @Test
  void aLibraryOfAnotherAbiIsRefused() throws Exception {
    TestLibrary.misfit(scratch, "-DMISFIT_ABI=77");

    assertThat(unavailable("-Dholdfast.native.dir=" + scratch))
        .contains("the library has ABI version 77, this core needs 1");
  }

  @Test
  void aConstantThatDiffersIsNamedWithBothValues() throws Exception {
    TestLibrary.misfit(scratch, "-DMISFIT_CONSTANT=\"LOCK_EX\"");

    assertThat(unavailable("-Dholdfast.native.dir=" + scratch))
        .contains(
            "LOCK_EX is %d in core and %d in the library"
                .formatted(Flags.LOCK_EX, Flags.LOCK_EX + 1));
  }

  @Test
  void aMisfitOnTheLibraryPathDoesNotHideTheJar() throws Exception {
    TestLibrary.misfit(scratch, "-DMISFIT_ABI=77");

    String said = ForkedJvm.here().with("-Djava.library.path=" + scratch).run(Origin.class).said();

    assertThat(said).isEqualTo("copied from " + packed().toURL());
  }

  @Test
  void severalVersionsInOneJvmEachTakeTheirOwn() throws Exception {
    Path other = Files.createDirectories(scratch.resolve("jar/" + RESOURCE).getParent());
    TestLibrary.misfit(other, "-DMISFIT_ABI=77");
    String real = String.join(File.pathSeparator, ForkedJvm.classPath());
    List<String> classPath = new ArrayList<>(ForkedJvm.classPath());
    classPath.add(0, scratch.resolve("jar").toString());
    Path copies = Files.createDirectory(scratch.resolve("tmp"));

    List<String> said =
        ForkedJvm.here()
            .with("-Dholdfast.tmpdir=" + copies)
            .run(TwoVersions.class, real, String.join(File.pathSeparator, classPath), real)
            .said()
            .lines()
            .toList();

    assertThat(said).hasSize(5);
    assertThat(said.get(0)).isEqualTo("copied from " + packed().toURL());
    assertThat(said.get(1)).contains("ABI version 77").contains(other.toString());
    assertThat(said.get(2)).isEqualTo(said.get(0));
    assertThat(said.get(3)).isEqualTo(said.get(4)).containsOnlyDigits();
    assertThat(copies).isEmptyDirectory();
  }

  @Test
  void noexecDirectoryForCopiesIsNamedWithTheWayOut() throws Exception {
    String[] mounted = noexecMount();

    ForkedJvm.Result refused =
        ForkedJvm.here().with("-Djava.io.tmpdir=" + scratch).under(mounted).run(Origin.class);
    assertThat(refused.exit()).as(refused.output()).isEqualTo(UNAVAILABLE);
    assertThat(refused.output())
        .contains(scratch + "/holdfast-native-")
        .contains("a noexec mount?")
        .contains("Set -Dholdfast.tmpdir=DIR to a directory on a mount without noexec");

    ForkedJvm.here()
        .with("-Djava.io.tmpdir=" + scratch, "-Dholdfast.tmpdir=/dev/shm")
        .under(mounted)
        .run(Origin.class)
        .said();
  }

  /** A command that puts a noexec tmpfs on the scratch directory, seen by what it runs only. */
  private String[] noexecMount() throws Exception {
    List<String> outer = new ArrayList<>(List.of("unshare", "--mount"));
    if (new JniProvider().load().getuid() != 0) {
      outer.add("--map-root-user");
    }
    String script = "mount -t tmpfs -o noexec tmpfs \"$0\" && exec \"$@\"";
    outer.addAll(List.of("sh", "-c", script, scratch.toString()));
    List<String> trial = new ArrayList<>(outer);
    trial.add("true");
    Process process = new ProcessBuilder(trial).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(process.waitFor() == 0, "no private noexec mount can be made here: " + output);
    return outer.toArray(String[]::new);
  }

  private static String unavailable(String... properties) throws IOException {
    ForkedJvm.Result result = ForkedJvm.here().with(properties).run(Origin.class);
    assertThat(result.exit()).as(result.output()).isEqualTo(UNAVAILABLE);
    assertThat(result.output()).contains(Platform.current().toString());
    return result.output();
  }

  private Path install() throws IOException {
    try (var library = packed().toURL().openStream()) {
      Path file = scratch.resolve(FILE);
      Files.copy(library, file);
      return file;
    }
  }

  private static URI packed() {
    return URI.create(String.valueOf(LibraryLoadingTest.class.getResource("/" + RESOURCE)));
  }
}
