package io.holdfast.jni.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.fork.ForkedJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoWorkTest {

  @TempDir private Path directory;

  @Test
  void aPieceOfWorkIsDoneOnce() throws Exception {
    assertThat(run()).isEqualTo("working with fence 1\nthe end: Completed");
    assertThat(run()).isEqualTo("not ours: Done");
  }

  private String run() throws Exception {
    return ForkedJvm.here().run(DoWork.class, directory.toString(), "input-1").said();
  }
}
