package io.holdfast.jni.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.fork.ForkedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitRecordsTest {

  @TempDir private Path directory;

  @Test
  void replacesSixteenRecordsForTwoDirectoryBarriers() throws Exception {
    String said = ForkedJvm.here().run(CommitRecords.class, directory.toString()).said();

    assertThat(said).isEqualTo("16 records durable: 16 content barriers, 2 directory barriers");
    assertThat(directory.resolve("odd/record15")).hasContent("record 15\n");
    try (var names = Files.list(directory.resolve("even"))) {
      assertThat(names).hasSize(8);
    }
  }
}
