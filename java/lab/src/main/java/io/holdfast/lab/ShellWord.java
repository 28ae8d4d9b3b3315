package io.holdfast.lab;

/** Words of commands that people copy. */
public final class ShellWord {

  private ShellWord() {}

  /** As a shell reads it. */
  public static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
