package io.holdfast.cli;

import java.util.Map;

/**
 * What is known of the terminal, if there is one. The launcher tests the descriptors; a JVM cannot.
 *
 * <p>One that says {@code TERM=dumb} understands no colours and no line that changes; it counts as
 * none.
 *
 * @param output whether standard output is a terminal: property {@value #OUTPUT_PROPERTY}
 * @param error whether standard error is a terminal: property {@value #ERROR_PROPERTY}
 * @param columns its width: property {@value #COLUMNS_PROPERTY}, else the variable {@code COLUMNS},
 *     else {@value #DEFAULT_COLUMNS}
 * @param noColor whether {@code NO_COLOR} is set and not empty, see no-color.org
 */
record Terminal(boolean output, boolean error, int columns, boolean noColor) {

  static final String OUTPUT_PROPERTY = "holdfast.terminal";
  static final String ERROR_PROPERTY = "holdfast.terminal.error";
  static final String COLUMNS_PROPERTY = "holdfast.columns";
  static final int DEFAULT_COLUMNS = 100;
  static final int MIN_COLUMNS = 40;
  static final int MAX_COLUMNS = 140;

  static Terminal of(Map<String, String> properties, Map<String, String> environment) {
    boolean capable = !"dumb".equals(environment.get("TERM"));
    String columns = properties.getOrDefault(COLUMNS_PROPERTY, environment.get("COLUMNS"));
    return new Terminal(
        capable && Boolean.parseBoolean(properties.get(OUTPUT_PROPERTY)),
        capable && Boolean.parseBoolean(properties.get(ERROR_PROPERTY)),
        width(columns == null ? "" : columns),
        !environment.getOrDefault("NO_COLOR", "").isEmpty());
  }

  private static int width(String columns) {
    if (!columns.matches("[1-9][0-9]{0,4}")) {
      return DEFAULT_COLUMNS;
    }
    return Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, Integer.parseInt(columns)));
  }
}
