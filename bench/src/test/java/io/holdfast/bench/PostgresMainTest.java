package io.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.holdfast.gauge.RowKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** bench/run postgres: what it reads of pg_test_fsync, and when both agree. */
class PostgresMainTest {

  private static final Set<RowKind> BOTH = EnumSet.of(RowKind.FSYNC, RowKind.FDATASYNC);
  private static final String SAID =
      """
      1 second per test
      O_DIRECT supported on this platform for open_datasync and open_sync.

      Compare file sync methods using one 8kB write:
              open_datasync                       327.280 ops/sec    3055 usecs/op
              fdatasync                           378.459 ops/sec    2642 usecs/op
              fsync                               260.241 ops/sec    3843 usecs/op
              fsync_writethrough                              n/a
              open_sync                           295.864 ops/sec    3380 usecs/op

      Compare file sync methods using two 8kB writes:
              fdatasync                           239.429 ops/sec    4177 usecs/op
              fsync                               365.585 ops/sec    2735 usecs/op
      """;

  @TempDir private Path directory;

  @Test
  void readsTheRowsOfOneBlock() throws Exception {
    assertThat(PgTestFsync.first(new BufferedReader(new StringReader(SAID)), BOTH))
        .containsOnly(entry(RowKind.FSYNC, 260.241), entry(RowKind.FDATASYNC, 378.459));
  }

  @Test
  void endsTheProgramWhenItHasToldThem() throws Exception {
    Path program = directory.resolve("program");
    Files.writeString(program, "#!/bin/sh\ncat <<'END'\n" + SAID + "END\nexec sleep 1000\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertThat(new PgTestFsync(program, directory).perSecond(BOTH)).hasSize(2);
  }

  @Test
  void sayingNothingIsAnError() throws Exception {
    assertThatThrownBy(() -> new PgTestFsync(Path.of("/bin/true"), directory).perSecond(BOTH))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("told nothing of");
  }

  @Test
  void agreesWhereTheIntervalTouchesTheTarget() {
    assertThat(Beside.agrees(new Ratio(1.3, 1.1, 1.5))).isTrue();
    assertThat(Beside.agrees(new Ratio(0.8, 0.7, 0.9))).isTrue();
    assertThat(Beside.agrees(new Ratio(1.3, 1.11, 1.5))).isFalse();
    assertThat(Beside.agrees(new Ratio(0.8, 0.7, 0.89))).isFalse();
  }
}
