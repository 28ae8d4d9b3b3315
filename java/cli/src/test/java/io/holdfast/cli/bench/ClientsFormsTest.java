package io.holdfast.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.cli.plot.PlotDrawer;
import io.holdfast.cli.report.Paint;
import org.junit.jupiter.api.Test;

/** The three forms in which measurements of several clients are told. */
class ClientsFormsTest {

  @Test
  void textShowsEachClientAllOfThemAndWhetherItScales() {
    String text = ClientsText.render(SampleBenches.clients(), 100, Paint.PLAIN);
    assertThat(text)
        .contains("fsync  1 fsync\n")
        .containsPattern("(?m)^  a alone +500 +2\\.[0-9]+ ms .* 1000$")
        .containsPattern("(?m)^  <b> +400 ")
        .containsPattern("(?m)^  all 2 +800 .* 2000  1\\.60 times a alone$")
        .contains("publish  void: <b>: fsync: EIO")
        .contains("all clients are one host", "1 of 2 rows are void", "something")
        .contains("needs lease tables: session_heartbeat, claim_release");
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void thePageShowsTheSameAndEscapesWhatItDoesNotKnow() {
    String obstacle = PlotDrawer.obstacle().orElse("");
    assumeTrue(obstacle.isEmpty(), "this Java cannot draw: " + obstacle);
    String page = ClientsPage.render(SampleBenches.clients(), "1.2.3");
    assertThat(page)
        .contains("All together: 1.60 times a alone.", "void: &lt;b&gt;: fsync: EIO", "<svg")
        .doesNotContain("<b>");
  }

  @Test
  void theDocumentHasTheTotalAndTheRatio() {
    assertThat(ClientsReportJson.render(SampleBenches.clients(), "1.2.3"))
        .contains("\"schema\" : \"holdfast-bench-clients-v1\"", "\"ratio\" : 1.6,")
        .contains("\"void\" : \"<b>: fsync: EIO\"", "\"together\" : 0.97");
  }
}
