package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a machine lacks is said by name, with advice. */
class NeedTest {

  private final Facilities machine = Facilities.here();

  @Test
  void aProgram() throws IOException {
    assertThat(Need.program("sh", "dash").missing(machine)).isEmpty();
    assertThat(Need.program("mkfs.nothing", "nothing-progs").missing(machine))
        .contains("mkfs.nothing is not installed (Debian: apt-get install nothing-progs)");
  }

  @Test
  void aDevice() throws IOException {
    assertThat(Need.device("/dev/null").missing(machine)).isEmpty();
    assertThat(Need.device("/dev/no-such-device").missing(machine))
        .contains("/dev/no-such-device cannot be opened by this user (or is not there)");
  }

  @Test
  void aFileSystem() throws IOException {
    assertThat(Need.fileSystem("proc").missing(machine)).isEmpty();
    assertThat(Need.fileSystem("nosuchfs").missing(machine))
        .contains("this kernel has no nosuchfs");
  }

  @Test
  void aNativeFile() throws IOException {
    assertThat(Need.nativeFile("holdfast-agent", "gcc").missing(machine)).isEmpty();
    assertThat(Need.nativeFile("holdfast-nothing", "libnothing-dev").missing(machine))
        .contains(
            "holdfast-nothing was not built"
                + " (Debian: apt-get install libnothing-dev, then build again)");
  }
}
