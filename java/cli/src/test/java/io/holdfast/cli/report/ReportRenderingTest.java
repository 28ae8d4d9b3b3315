package io.holdfast.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.litmus.LocalReport;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReportRenderingTest {

  private static final Map<String, LocalReport> REPORTS =
      Map.of(
          "qualified", SampleReports.qualified(),
          "refuted", SampleReports.refuted(),
          "inconclusive", SampleReports.inconclusive(),
          "hostile", SampleReports.hostile(),
          "hostile-redacted", Redaction.apply(SampleReports.hostile()),
          "refuted-redacted", Redaction.apply(SampleReports.refuted()));

  private static final Map<String, Function<LocalReport, String>> FORMS =
      Map.of(
          "100.txt", r -> QualifyText.render(r, 100, Paint.PLAIN),
          "60.txt", r -> QualifyText.render(r, 60, Paint.PLAIN),
          "verdict.txt", r -> QualifyText.renderVerdict(r, 80, Paint.PLAIN),
          "json", r -> QualifyJson.render(r, "1.2.3", false),
          "tap", QualifyTap::render,
          "oneline", OneLine::render);

  static Stream<Arguments> everything() {
    return REPORTS.keySet().stream()
        .flatMap(report -> FORMS.keySet().stream().map(form -> Arguments.of(report, form)));
  }

  @ParameterizedTest
  @MethodSource("everything")
  void rendersAsExpected(String report, String form) throws IOException {
    Golden.assertMatches(report + "." + form, FORMS.get(form).apply(REPORTS.get(report)));
  }

  @ParameterizedTest
  @MethodSource("everything")
  void sendsNoControlCharacterButTheLineFeed(String report, String form) {
    String text = FORMS.get(form).apply(REPORTS.get(report));
    assertThat(text.codePoints().filter(c -> c != '\n'))
        .allMatch(c -> !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT);
  }

  @ParameterizedTest
  @MethodSource("everything")
  void keepsWithinTheWidth(String report, String form) {
    if (!form.endsWith(".txt")) {
      return;
    }
    int columns = form.equals("60.txt") ? 60 : 100;
    assertThat(FORMS.get(form).apply(REPORTS.get(report)).lines())
        .allMatch(line -> line.codePointCount(0, line.length()) <= columns);
  }
}
