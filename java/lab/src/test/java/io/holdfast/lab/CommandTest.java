package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandTest {

  @TempDir private Path directory;

  @Test
  void answersWhatWasPrintedInTheDirectory() throws Exception {
    assertThat(Command.run(directory, List.of("pwd"))).isEqualTo(directory.toRealPath().toString());
  }

  @Test
  void passesArgumentsAsTheyAre() throws Exception {
    assertThat(Command.run(directory, List.of("printf", "%s|", "a b", "$HOME;", "*")))
        .isEqualTo("a b|$HOME;|*|");
  }

  @Test
  void saysWhichStepFailedAndWhatItPrinted() {
    assertThatThrownBy(() -> Command.run(directory, List.of("ls", "/no/such/place")))
        .isInstanceOf(RigException.class)
        .hasMessageStartingWith("ls /no/such/place answered 2: ")
        .hasMessageContaining("No such file or directory");
  }

  @Test
  void saysWhichProgramIsMissing() {
    assertThatThrownBy(() -> Command.run(directory, List.of("no-such-program-here")))
        .isInstanceOf(RigException.class)
        .hasMessageContaining("no-such-program-here");
  }
}
