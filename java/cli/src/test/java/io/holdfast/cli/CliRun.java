package io.holdfast.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** One run of the command line inside the test's JVM. */
record CliRun(int status, String out, String err) {

  static CliRun of(Machine machine, String... arguments) {
    return new Setup(machine).run(arguments);
  }

  static Setup on(Machine machine) {
    return new Setup(machine);
  }

  static final class Setup {
    private final Machine machine;
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private String input = "";

    Setup(Machine machine) {
      this.machine = machine;
    }

    /** What is typed. */
    Setup input(String text) {
      input = text;
      return this;
    }

    Setup property(String name, String value) {
      properties.put(name, value);
      return this;
    }

    Setup variable(String name, String value) {
      environment.put(name, value);
      return this;
    }

    CliRun run(String... arguments) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      CommandContext context =
          new CommandContext(
              new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
              new PrintStream(out, false, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              Terminal.of(properties, environment),
              machine);
      Cli cli =
          new Cli(
              context,
              () -> {
                throw new AssertionError("no argument here needs the kernel's command line");
              },
              StandardCharsets.UTF_8,
              environment);
      int status = cli.run(arguments);
      return new CliRun(
          status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
  }
}
