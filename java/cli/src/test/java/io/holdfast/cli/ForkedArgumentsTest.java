package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.RawPath;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real JVM under a real locale, called by a shell with real bytes. */
class ForkedArgumentsTest {

  /** Prints each argument's bytes in hex, as the commands get them. */
  static final class PrintArguments {
    public static void main(String[] arguments) throws Exception {
      HostMachine machine = new HostMachine();
      for (String bytewise :
          RawArguments.bytewise(arguments, Main.jvmCharset(), machine::commandLine)) {
        System.out.println(RawArguments.path(bytewise).hex());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8", "POSIX"})
  void arriveAsTheyWereSent(String locale) throws Exception {
    String lines =
        shell(
            locale,
            "\"$1\" -cp \"$2\" -Dx=\"$(printf '\\303\\251')\" \"$3\" qualify"
                + " \"$(printf '/\\377\\303\\050 a\\nb')\" '' \"$(printf '\\303\\251?')\" @x");
    assertThat(lines.lines())
        .containsExactly(hex("qualify"), "2fffc3282061" + "0a62", "", "c3a93f", hex("@x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void mayBeFourThousandBytesLong(String locale) throws Exception {
    String lines =
        shell(
            locale,
            "\"$1\" -cp \"$2\" \"$3\" \"$(printf '\\377'; head -c 3999 /dev/zero | tr '\\0' x)\"");
    assertThat(lines.strip()).hasSize(8000).matches("ff(78){3999}");
  }

  private static String hex(String ascii) {
    return RawPath.of(ascii).hex();
  }

  private static String shell(String locale, String script)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        ForkedCommand.script(
            Path.of("."),
            script,
            List.of(
                System.getProperty("java.home") + File.separator + "bin/java",
                System.getProperty("java.class.path"),
                PrintArguments.class.getName()));
    builder.environment().put("LC_ALL", locale);
    ForkedCommand run = ForkedCommand.finish(builder.start());
    assertThat(run.status()).as(run.errors()).isZero();
    return run.output();
  }
}
