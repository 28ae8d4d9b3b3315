package io.holdfast.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.report.Golden;
import io.holdfast.cli.report.Paint;
import io.holdfast.qualification.RenewalConfiguration;
import java.io.IOException;
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
  void json() throws IOException {
    Golden.assertMatches("watch.json", WatchJson.document(SampleWatch.qualified(), "1.2.3"));
    String line = WatchJson.line(SampleWatch.failed(), "1.2.3");
    assertThat(line).hasLineCount(1).endsWith("}\n").doesNotContain("\u001b");
  }
}
