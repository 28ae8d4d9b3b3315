package io.holdfast.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.Golden;
import io.holdfast.cli.report.Paint;
import io.holdfast.qualification.RenewalConfiguration;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchFormsTest {

  private static final WatchText TEXT = new WatchText(Paint.PLAIN);

  @Test
  void text() throws IOException {
    Golden.assertMatches(
        "watch.txt",
        TEXT.head(SampleWatch.qualified().group(), RenewalConfiguration.DEFAULT)
            + TEXT.line(SampleWatch.qualified())
            + TEXT.line(SampleWatch.failed()));
  }

  @Test
  void metrics() throws IOException {
    Golden.assertMatches("watch.prom", WatchMetrics.render(SampleWatch.qualified()));
    assertThat(WatchMetrics.render(SampleWatch.failed()))
        .contains("\nholdfast_qualification_qualified{rank=\"1\"} 0\n");
  }

  @Test
  void evidence() throws IOException {
    String evidence =
        WatchJson.evidence(SampleWatch.qualified(), SampleWatch.capability(), "1.2.3");
    Golden.assertMatches("watch-evidence.json", evidence);
  }

  @Test
  void redactedNothingNamesAHostAServerOrAPath() {
    List<String> own = List.of("/shared/state", "b");
    Watched qualified = WatchRedaction.apply(SampleWatch.qualified(), own);
    assertThat(WatchJson.document(qualified, "1.2.3"))
        .contains("\"processor\" : \"host-2\"", "\"processor\":\"host-1\"", "(redacted)")
        .doesNotContain("1111-1111", "2222-2222", "server:", "/shared");
    Watched failed = WatchRedaction.apply(SampleWatch.failed("node07"), own);
    assertThat(TEXT.line(failed)).contains("acquired the flock").doesNotContain("node07");
  }

  @Test
  void json() throws IOException {
    Golden.assertMatches("watch.json", WatchJson.document(SampleWatch.qualified(), "1.2.3"));
    String line = WatchJson.line(SampleWatch.failed(), "1.2.3");
    assertThat(line).hasLineCount(1).endsWith("}\n").doesNotContain("\u001b");
  }
}
