package io.holdfast.jni;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.jni.fork.RunVerb;
import io.holdfast.testkit.fork.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The modes of what the verbs make are those that were asked for, whatever the umask. */
class UmaskTest {

  @TempDir private Path scratch;

  @ParameterizedTest
  @CsvSource({
    "077, 0666, rw-rw-rw-, 0777, rwxrwxrwx",
    "077, 0640, rw-r-----, 0750, rwxr-x---",
    "000, 0600, rw-------, 0700, rwx------",
    "027, 0644, rw-r--r--, 0755, rwxr-xr-x",
  })
  void modesAreAsAskedFor(
      String umask, String fileMode, String file, String directoryMode, String directory)
      throws Exception {
    ForkedJvm.here()
        .under("sh", "-c", "umask " + umask + "; exec \"$@\"", "sh")
        .run(RunVerb.class, scratch.toString(), "modes", fileMode, directoryMode)
        .said();

    assertThat(permissions("published")).isEqualTo(file);
    assertThat(permissions("replaced")).isEqualTo(file);
    assertThat(permissions("s0/record0")).isEqualTo(file);
    assertThat(permissions("s0")).isEqualTo(directory);
    assertThat(permissions("s0/below")).isEqualTo(directory);
  }

  private String permissions(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(scratch.resolve(name)));
  }
}
