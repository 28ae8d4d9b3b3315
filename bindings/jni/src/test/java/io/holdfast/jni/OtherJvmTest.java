package io.holdfast.jni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import io.holdfast.jni.fork.Origin;
import io.holdfast.jni.fork.RunTests;
import io.holdfast.posix.Platform;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.fork.ForkedJvm;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The binding in JVMs that look closer than others: -Xcheck:jni, and JDK 25 with JEP 472. */
class OtherJvmTest {

  private static final String[] CALLS = {
    JniPosixContractTest.class.getName(), ThreadsTest.class.getName()
  };

  @Test
  void checkedJniHasNothingToSay() throws IOException {
    ForkedJvm.Result result = ForkedJvm.here().with("-Xcheck:jni").run(RunTests.class, CALLS);

    assertThat(result.said()).containsPattern("succeeded: [1-9]");
    assertThat(result.output())
        .doesNotContain("WARNING in native method")
        .doesNotContain("FATAL ERROR in native method");
  }

  @Test
  void jdk25RunsTheSameTests() throws IOException {
    String said =
        ForkedJvm.of(jdk25())
            .with("--illegal-native-access=deny", "--enable-native-access=ALL-UNNAMED")
            .classPath(ForkedJvm.classPath())
            .run(RunTests.class, CALLS)
            .said();

    assertThat(said).containsPattern("succeeded: [1-9]");
  }

  @Test
  void jdk25DeniesNativeAccessButToTheModuleNamed() throws Exception {
    String said = modular().with("--enable-native-access=io.holdfast.jni").run(Origin.class).said();

    assertThat(said).startsWith("copied from ").contains("META-INF/native/");
  }

  @Test
  void jdk25WithoutTheModuleNamedSaysWhatToAdd() throws Exception {
    ForkedJvm.Result result = modular().run(Origin.class);

    assertThat(result.exit()).as(result.output()).isEqualTo(4);
    assertThat(result.output()).contains("add --enable-native-access=io.holdfast.jni");
  }

  /** The binding as named modules, the program beside them on the class path. */
  private static ForkedJvm modular() throws URISyntaxException {
    return ForkedJvm.of(jdk25())
        .with("--illegal-native-access=deny", "--add-modules", "io.holdfast.jni")
        .modulePath(
            List.of(
                home(Posix.class), home(JniPosix.class), home(JsonFactory.class), nativeFiles()))
        .classPath(List.of(home(OtherJvmTest.class)));
  }

  private static String home(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private static String nativeFiles() {
    String place = Platform.current().nativeDirectory();
    return ForkedJvm.classPath().stream()
        .filter(entry -> entry.contains("native"))
        .filter(entry -> entry.endsWith(".jar") || Files.isDirectory(Path.of(entry, place)))
        .findFirst()
        .orElseThrow();
  }

  private static Path jdk25() {
    String named = System.getenv("HOLDFAST_JDK25");
    Optional<Path> found =
        named == null
            ? installed().filter(OtherJvmTest::isJdk25).findFirst()
            : Optional.of(Path.of(named));
    assumeTrue(found.isPresent(), "no JDK 25: set HOLDFAST_JDK25 or install one in /usr/lib/jvm");
    return found.orElseThrow();
  }

  private static Stream<Path> installed() {
    try (Stream<Path> homes = Files.list(Path.of("/usr/lib/jvm"))) {
      return homes.sorted().toList().stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private static boolean isJdk25(Path home) {
    try {
      return Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"25");
    } catch (IOException e) {
      return false;
    }
  }
}
