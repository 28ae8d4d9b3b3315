package io.holdfast.ffm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import io.holdfast.ffm.fork.Origin;
import io.holdfast.posix.Platform;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.fork.ForkedJvm;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The binding in JVMs that deny what is not named, find no library, or are too old. */
class OtherJvmTest {

  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @Test
  void nativeAccessIsDeniedButToTheModuleNamed() throws Exception {
    String said = modular().with("--enable-native-access=io.holdfast.ffm").run(Origin.class).said();

    assertThat(said).startsWith("copied from ").contains("META-INF/native/");
  }

  @Test
  void withoutTheModuleNamedItSaysWhatToAdd() throws Exception {
    assertThat(modular().run(Origin.class).said())
        .contains("add --enable-native-access=io.holdfast.ffm");
  }

  @Test
  void withoutALibraryItSaysWhereItLooked() throws Exception {
    String said =
        ForkedJvm.here().with("-Dholdfast.native.dir=/nonexistent").run(Origin.class).said();

    assertThat(said)
        .contains("-Dholdfast.native.dir=/nonexistent, the only place then: no libholdfast.so");
  }

  @Test
  void anOlderJvmIsToldWhatItNeeds() throws Exception {
    Path old = Path.of(System.getProperty("holdfast.maven.java", ""));
    assumeTrue(
        Files.isExecutable(old.resolve("bin/java")) && !old.equals(JDK),
        "Maven runs on the JDK of this test; there is no older one at hand");

    String said = ForkedJvm.of(old).classPath(ForkedJvm.classPath()).run(Origin.class).said();

    assertThat(said).startsWith("needs Java 22 or later, this is ");
  }

  /** The binding as named modules, the program beside them on the class path. */
  private static ForkedJvm modular() throws URISyntaxException {
    return ForkedJvm.of(JDK)
        .with("--illegal-native-access=deny", "--add-modules", "io.holdfast.ffm")
        .modulePath(
            List.of(
                home(Posix.class), home(FfmProvider.class), home(JsonFactory.class), nativeFiles()))
        .classPath(List.of(home(OtherJvmTest.class)));
  }

  private static String home(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private static String nativeFiles() {
    String place = Platform.current().nativeDirectory();
    return ForkedJvm.classPath().stream()
        .filter(entry -> entry.contains("native"))
        .filter(entry -> entry.endsWith(".jar") || new File(entry, place).isDirectory())
        .findFirst()
        .orElseThrow();
  }
}
