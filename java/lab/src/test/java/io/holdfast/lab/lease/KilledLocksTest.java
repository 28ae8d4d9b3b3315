package io.holdfast.lab.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledLocksTest {

  @TempDir private Path table;
  private Path shard;

  @BeforeEach
  void lock() throws IOException {
    shard = Files.createDirectory(table.resolve("3"));
    Files.writeString(table.resolve("table.json"), "{}");
    lock("of-7", "host boot 7 random\n");
    lock("of-77", "host boot 77 random\n");
    Files.createDirectory(shard.resolve("nameless.json.lock"));
    Files.writeString(shard.resolve("of-7.json"), "{}");
  }

  private void lock(String id, String owner) throws IOException {
    Files.createDirectory(shard.resolve(id + ".json.lock"));
    Files.writeString(shard.resolve(id + ".json.lock.owner"), owner);
  }

  @Test
  void breaksThoseOfOneProcess() throws IOException {
    assertThat(new KilledLocks(table).breakThoseOf(7)).isOne();
    assertThat(shard.toFile().list())
        .containsExactlyInAnyOrder(
            "of-7.json", "of-77.json.lock", "of-77.json.lock.owner", "nameless.json.lock");
  }

  @Test
  void breaksAll() throws IOException {
    assertThat(new KilledLocks(table).breakAll()).isEqualTo(3);
    assertThat(shard.toFile().list()).containsExactly("of-7.json");
  }
}
