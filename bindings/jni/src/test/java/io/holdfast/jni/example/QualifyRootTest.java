package io.holdfast.jni.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.fork.ForkedJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QualifyRootTest {

  @TempDir private Path directory;

  @Test
  void aTableIsOpenedOnARootThatIsQualified() throws Exception {
    assertThat(ForkedJvm.here().run(QualifyRoot.class, directory.toString()).said())
        .isEqualTo("ONE_HOST: all members are on one host\ndone with 0 claims");
  }
}
