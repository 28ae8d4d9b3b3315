package io.holdfast.jni.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.fork.ForkedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HashInputsTest {

  private static final String SHA_256_OF_B =
      "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d";

  @TempDir private Path directory;

  @Test
  void eachInputIsDoneOnceAmongAllCoordinators() throws Exception {
    Files.createDirectories(directory.resolve("table"));
    Files.createDirectories(directory.resolve("results"));

    assertThat(run("a", "b").lines()).containsExactlyInAnyOrder("a is done", "b is done");
    assertThat(run("b", "c").lines()).containsExactly("c is done");

    assertThat(directory.resolve("results").resolve(SHA_256_OF_B)).hasContent("b");
  }

  private String run(String... inputs) throws Exception {
    String[] arguments = new String[2 + inputs.length];
    arguments[0] = directory.resolve("table").toString();
    arguments[1] = directory.resolve("results").toString();
    System.arraycopy(inputs, 0, arguments, 2, inputs.length);
    return ForkedJvm.here().run(HashInputs.class, arguments).said();
  }
}
