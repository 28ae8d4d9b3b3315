package io.holdfast.lab;

import io.holdfast.litmus.Profile;
import io.holdfast.posix.RawPath;
import java.io.PrintStream;
import java.util.HexFormat;

/** Asks about one directory and prints the observation: for a case that another user asks. */
final class AskMain {

  private AskMain() {}

  /**
   * The program.
   *
   * @param arguments the directory in hex, a profile, and how long a question may take (ns)
   */
  public static void main(String[] arguments) throws Exception {
    RawPath directory = RawPath.of(HexFormat.of().parseHex(arguments[0]));
    Profile profile = Profile.named(arguments[1]).orElseThrow();
    Observation seen = Asking.load().ask(directory, null, profile, Long.parseLong(arguments[2]));
    PrintStream out = System.out;
    out.println(LabLines.writeObservation("asked", seen));
    out.flush();
  }
}
