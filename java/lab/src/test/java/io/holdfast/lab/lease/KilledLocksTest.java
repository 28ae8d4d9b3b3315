package io.holdfast.lab.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.RootTrust;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three ids of a table whose locks stand: of process 7, of process 77, and of nobody. */
class KilledLocksTest {

  @TempDir private Path table;
  private KilledLocks locks;

  @BeforeEach
  void lock() throws Exception {
    Posix posix = Bindings.load();
    RawPath path = RawPath.of(table.toString());
    try (WorkLeaseTable opened =
        WorkLeaseTable.open(
            posix,
            path,
            CoordinatorTask.manifest(Protocol.MKDIR, 2_000),
            LeaseOptions.defaults(LeaseClocks.system(posix)),
            RootTrust.declaredByCaller("a test"),
            "test")) {
      for (int number = 0; number < 3; number++) {
        assertThat(
                opened.claim(
                    CoordinatorTask.id(number),
                    CoordinatorTask.payload(number),
                    new Claimant("test", 0)))
            .isInstanceOf(ClaimAnswer.Claimed.class);
      }
    }
    lock(0, "host boot 7 random\n");
    lock(1, "host boot 77 random\n");
    Files.createDirectory(lockOf(2));
    locks = new KilledLocks(posix, path);
  }

  private void lock(int number, String owner) throws IOException {
    Path lock = Files.createDirectory(lockOf(number));
    Files.writeString(lock.resolveSibling(lock.getFileName() + ".owner"), owner);
  }

  private Path lockOf(int number) throws IOException {
    String name = CoordinatorTask.id(number).hex() + ".json";
    try (Stream<Path> files = Files.walk(table)) {
      Path record = files.filter(path -> path.endsWith(name)).findFirst().orElseThrow();
      return record.resolveSibling(name + ".lock");
    }
  }

  private List<Integer> locked() throws IOException {
    return Stream.of(0, 1, 2)
        .filter(
            number -> {
              try {
                return Files.exists(lockOf(number));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }

  @Test
  void breaksThoseOfOneProcess() throws IOException {
    assertThat(locks.breakThoseOf(7)).isOne();
    assertThat(locked()).containsExactly(1, 2);
    assertThat(locks.breakThoseOf(7)).isZero();
  }

  @Test
  void breaksAll() throws IOException {
    assertThat(locks.breakAll()).isEqualTo(3);
    assertThat(locked()).isEmpty();
  }
}
