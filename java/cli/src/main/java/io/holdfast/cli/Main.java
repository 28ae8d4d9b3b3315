package io.holdfast.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** The process: joins the commands to the real machine, and ends with their status. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Whatever goes wrong is no verdict: an uncaught error would end with 1, which says refuted. */
  private static int run(String... arguments) {
    try {
      return cli().run(arguments);
    } catch (Throwable e) {
      // Of a platform without constants it is the cause that says what to do.
      boolean isWrapped = e instanceof ExceptionInInitializerError && e.getCause() != null;
      System.err.println("holdfast: " + (isWrapped ? e.getCause() : e));
      return ExitCode.ENVIRONMENT.code();
    }
  }

  private static Cli cli() {
    Map<String, String> environment = System.getenv();
    HostMachine machine = new HostMachine();
    CommandContext context =
        new CommandContext(
            System.in,
            stream(FileDescriptor.out),
            stream(FileDescriptor.err),
            Terminal.of(strings(System.getProperties()), environment),
            machine);
    return new Cli(context, machine::commandLine, jvmCharset(), environment);
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor)), true, StandardCharsets.UTF_8);
  }

  /** The charset by which the JVM decodes arguments and file names. */
  static Charset jvmCharset() {
    String name = System.getProperty("sun.jnu.encoding", "UTF-8");
    return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.UTF_8;
  }

  private static Map<String, String> strings(Properties properties) {
    Map<String, String> strings = new HashMap<>();
    properties.stringPropertyNames().forEach(n -> strings.put(n, properties.getProperty(n)));
    return strings;
  }
}
