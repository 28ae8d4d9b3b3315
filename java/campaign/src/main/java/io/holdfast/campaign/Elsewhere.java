package io.holdfast.campaign;

import java.util.regex.Pattern;

/**
 * Where a coordinator runs: on any host on which Java, Holdfast and the directory of the campaign
 * have the same paths as here.
 *
 * @param name for people
 * @param commandLine of a shell, which runs the words that are added to it there, with its own
 *     standard input and output, such as {@code ssh node1 --}
 */
public record Elsewhere(String name, String commandLine) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /**
   * @throws IllegalArgumentException with one sentence
   */
  public Elsewhere {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a coordinator's name has 1 to 64 of the characters A-Z a-z 0-9 . _ -");
    }
    if (commandLine.isBlank()) {
      throw new IllegalArgumentException("the command line of " + name + " is empty");
    }
  }
}
