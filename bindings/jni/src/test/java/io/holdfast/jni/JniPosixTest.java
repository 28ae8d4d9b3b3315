package io.holdfast.jni;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import org.junit.jupiter.api.Test;

class JniPosixTest {

  @Test
  void isFoundByBindings() throws Exception {
    Posix posix = Bindings.find().choose("jni");

    assertThat(posix.binding()).isEqualTo("jni");
    assertThat((long) posix.getpid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(JniProvider.libraryOrigin()).contains("META-INF/native/");
  }
}
