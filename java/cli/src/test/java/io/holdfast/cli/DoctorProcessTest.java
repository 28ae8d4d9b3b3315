package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorProcessTest {

  @TempDir private Path directory;

  @Test
  void beginsWithTheVersionAndEndsReady() throws Exception {
    ForkedCommand run = ForkedCommand.run(directory, "\"$@\" doctor");
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.errors()).isEmpty();
    assertThat(run.output())
        .startsWith("holdfast " + Version.current() + " on linux-")
        .containsPattern("  ok       jni +\\S")
        .containsPattern("  ok       jna +\\S")
        .containsPattern("  ok       jnr +libc.so.6")
        .containsPattern("  ok       holdfast-agent +\\S")
        .endsWith("\nready, binding jni\n");
  }

  @Test
  void theReferenceBindingServesWhereNoNativeFilesAre() throws Exception {
    ForkedCommand run =
        ForkedCommand.run(directory, "\"$@\" doctor", "-Dholdfast.native.dir=" + directory);
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output())
        .containsPattern("  missing  jni +no usable libholdfast_jni.so")
        .containsPattern("  missing  jna +no usable libholdfast.so")
        .endsWith("\nready, binding jnr\n");
  }

  @Test
  void answersFourWhereTheForcedBindingCannotBeHad() throws Exception {
    ForkedCommand run =
        ForkedCommand.run(
            directory,
            "\"$@\" doctor",
            "-Dholdfast.native.dir=" + directory,
            "-Dholdfast.binding=jni");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors()).isEmpty();
    assertThat(run.output())
        .containsPattern("  missing  jni +no usable libholdfast_jni.so")
        .contains("\nHost\n", "\nMounts that can carry state\n")
        .endsWith("\nnot ready: -Dholdfast.binding=jni asks for a binding that cannot be had\n");
  }

  @Test
  void saysWhatAPlatformWithoutConstantsNeeds() throws Exception {
    ForkedCommand run = ForkedCommand.run(directory, "\"$@\" doctor", "-Dos.arch=riscv64");
    assertThat(run.status()).isEqualTo(4);
    assertThat(run.errors()).contains("no table of constants for linux-riscv64; build native/");
  }

  @Test
  void writesADocument() throws Exception {
    ForkedCommand run =
        ForkedCommand.run(
            directory, "\"$@\" doctor --json - >a && \"$@\" doctor --json b && cmp a b && cat a");
    assertThat(run.status()).as(run.output() + run.errors()).isZero();
    assertThat(run.output()).startsWith("{").contains("\"schema\" : \"holdfast-doctor-v1\"");
  }
}
