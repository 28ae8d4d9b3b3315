package io.holdfast.campaign.crew;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a program of a campaign is started: with this process' Java, class path and properties. */
public final class Program {

  private static final int FIRST_TO_WARN_OF_NATIVE_ACCESS = 24;
  private static final List<String> PASSED_ON =
      List.of("holdfast.native.dir", "holdfast.tmpdir", "holdfast.binding");

  private Program() {}

  /** The argument vector. */
  public static List<String> java(Class<?> program, List<String> words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:+DisplayVMOutputToStderr",
            "-Xshare:auto",
            "-Xmx128m"));
    if (Runtime.version().feature() >= FIRST_TO_WARN_OF_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    for (String property : PASSED_ON) {
      String value = System.getProperty(property);
      if (value != null) {
        command.add("-D" + property + "=" + value);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(words);
    return command;
  }
}
