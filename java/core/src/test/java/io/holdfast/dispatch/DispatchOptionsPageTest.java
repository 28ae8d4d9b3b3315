package io.holdfast.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/operations.md says of each option what the code does: its names, its default, its limits.
 */
class DispatchOptionsPageTest {

  private static final String PAGE = "docs/operations.md";
  private static final String SECTION = "\n## What a coordinator is told\n";
  private static final Pattern MARKED = Pattern.compile("`([^`]+)`");
  private static final Pattern LIMITS =
      Pattern.compile("(?:.* of )?([\\d.,]+(?: m?s)?) (?:to|or) ([\\d.,]+(?: m?s| h)?|a year).*");
  private static final BigDecimal YEAR_SECONDS = BigDecimal.valueOf(31_536_000);
  private static final BigDecimal HOUR_SECONDS = BigDecimal.valueOf(3_600);

  /** One line of the table. */
  private record Row(String word, List<String> ofTheOrigin, String byDefault, String limits) {

    static Row of(String line) {
      String[] cells = line.substring(1, line.length() - 1).split("\\|", -1);
      assertThat(cells).as(line).hasSize(4);
      return new Row(marked(cells[0]).get(0), marked(cells[1]), cells[2].strip(), cells[3].strip());
    }

    private static List<String> marked(String cell) {
      return MARKED.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    /** What else has to be told, so that this option can reach both its limits. */
    DispatchOptions with(String text) {
      Properties properties = new Properties();
      properties.setProperty("holdfast.work-lease-ttl", "31536000");
      properties.setProperty("holdfast.cluster-probe-timeout", "3600");
      properties.setProperty("holdfast." + word, text);
      return DispatchOptions.builder().properties(properties).build();
    }
  }

  private static List<Row> rows() throws IOException {
    String page = Files.readString(root().resolve(PAGE));
    int start = page.indexOf(SECTION);
    assertThat(start).as("a section" + SECTION).isNotNegative();
    String section = page.substring(start, page.indexOf("\n## ", start + SECTION.length()));
    return section.lines().filter(line -> line.startsWith("| `")).map(Row::of).toList();
  }

  private static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.exists(at.resolve(PAGE))) {
      at = at.getParent();
    }
    assertThat(at).as("a directory above this one that has " + PAGE).isNotNull();
    return at;
  }

  @Test
  void eachPropertyHasItsRowWithItsVariablesInTheirOrder() throws IOException {
    List<Row> rows = rows();
    assertThat(rows.stream().map(row -> "holdfast." + row.word()))
        .containsExactlyElementsOf(
            Arrays.stream(DispatchProperty.values()).map(DispatchProperty::property).toList());
    for (int i = 0; i < rows.size(); i++) {
      List<String> variables = DispatchProperty.values()[i].variables();
      assertThat(variables.get(0)).isEqualTo("HOLDFAST_" + DispatchProperty.values()[i].name());
      assertThat(rows.get(i).ofTheOrigin().stream().map("SYMCC_"::concat))
          .as(rows.get(i).word())
          .containsExactlyElementsOf(variables.subList(1, variables.size()));
    }
  }

  @Test
  void eachDefaultIsTheOneThatTheCodeTakes() throws IOException {
    DispatchOptions options = DispatchOptions.builder().build();
    List<String> told = new ArrayList<>();
    Stream.of(
            options.targetLeases(),
            options.targetLeaseDir(),
            "as `work-lease-ttl`",
            options.leaseShards(),
            options.workLeaseTtl(),
            options.targetTimeout(),
            options.lockTtl(),
            options.lockAcquireTimeout(),
            options.fsProbe(),
            options.fsProbeTimeout(),
            options.clusterProbeTimeout(),
            options.requalifyInterval(),
            options.requalifyJitter(),
            options.workEpoch())
        .forEach(value -> told.add(spelled(value)));

    List<Row> rows = rows();
    assertThat(rows.stream().map(row -> row.byDefault().replaceFirst("[,:].*", "")))
        .containsExactlyElementsOf(told);
    assertThat(options.targetLeaseTtl()).isEqualTo(options.workLeaseTtl());
    assertThat(rows.get(4).byDefault()).endsWith(", or four `target-timeout` if that is more");
    assertThat(rows.get(5).with("100").targetTimeout().multipliedBy(4))
        .isEqualTo(
            DispatchOptions.builder()
                .targetTimeout(Duration.ofSeconds(100))
                .build()
                .workLeaseTtl());
    assertThat(rows.get(7).byDefault()).endsWith(", or half the shortest ttl");
    assertThat(
            DispatchOptions.builder()
                .workLeaseTtl(Duration.ofSeconds(50))
                .targetLeaseTtl(Duration.ofSeconds(40))
                .build()
                .lockAcquireTimeout())
        .hasSeconds(20);
  }

  /** As the page spells values. */
  private static String spelled(Object value) {
    if (value instanceof Boolean yes) {
      return yes ? "1" : "0";
    }
    if (value instanceof Duration duration) {
      return DispatchOptions.seconds(duration) + " s";
    }
    if (value instanceof Optional<?> nothing) {
      assertThat(nothing).isEmpty();
      return "none";
    }
    return value instanceof String text && text.startsWith(".") ? "`" + text + "`" : "" + value;
  }

  @Test
  void whatIsWithinTheLimitsIsTakenAndWhatIsBeyondIsRefused() throws IOException {
    for (Row row : rows()) {
      Matcher limits = LIMITS.matcher(row.limits());
      assertThat(limits.matches()).as(row.word() + ": " + row.limits()).isTrue();
      BigDecimal least = number(limits.group(1));
      BigDecimal most = number(limits.group(2));
      boolean isText = row.limits().contains("characters");
      BigDecimal step = step(row.limits());
      for (BigDecimal good : List.of(least, most)) {
        row.with(isText ? "x".repeat(good.intValue()) : good.toPlainString());
      }
      for (BigDecimal bad : List.of(least.subtract(step), most.add(step))) {
        String text = isText ? "x".repeat(bad.intValue()) : bad.toPlainString();
        assertThatThrownBy(() -> row.with(text))
            .as(row.word() + " " + text)
            .isInstanceOf(DispatchOptionsException.class)
            .hasMessageContaining("holdfast." + row.word());
      }
    }
  }

  /** The least by which anybody would miss them. */
  private static BigDecimal step(String limits) {
    boolean isWhole = !limits.matches(".*(\\d m?s\\b|a year|\\.).*");
    return isWhole ? BigDecimal.ONE : BigDecimal.ONE.movePointLeft(4);
  }

  /** A count, or a duration in seconds. */
  private static BigDecimal number(String text) {
    if (text.equals("a year")) {
      return YEAR_SECONDS;
    }
    String[] words = text.replace(",", "").split(" ", -1);
    BigDecimal number = new BigDecimal(words[0]);
    return switch (words.length == 1 ? "" : words[1]) {
      case "ms" -> number.movePointLeft(3);
      case "h" -> number.multiply(HOUR_SECONDS);
      default -> number;
    };
  }
}
