package io.holdfast.cli.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.campaign.CampaignRequest;
import io.holdfast.campaign.CampaignResult;
import io.holdfast.campaign.ledger.Audit;
import io.holdfast.campaign.ledger.LedgerLine;
import io.holdfast.campaign.ledger.LedgerLine.Back;
import io.holdfast.campaign.ledger.LedgerLine.Began;
import io.holdfast.campaign.ledger.LedgerLine.Done;
import io.holdfast.campaign.ledger.LedgerLine.Ended;
import io.holdfast.campaign.ledger.LedgerLine.Sent;
import io.holdfast.campaign.ledger.LedgerLine.Trouble;
import io.holdfast.cli.campaign.CampaignPage.Imprint;
import io.holdfast.cli.campaign.CampaignTimeline.Mark;
import io.holdfast.cli.campaign.CampaignTimeline.Span;
import io.holdfast.cli.plot.PlotDrawer;
import io.holdfast.posix.RawPath;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class CampaignPageTest {

  private static final Imprint IMPRINT = new Imprint("1.2.3", "6.1.0-test", 1_000);
  private static final String SCRIPT = "/srv/<script>alert(\"'&\")</script>\033\n";

  @BeforeEach
  void drawingIsPossible() {
    assumeThat(PlotDrawer.obstacle()).as("this Java cannot draw").isEmpty();
  }

  private static long at(int seconds) {
    return TimeUnit.SECONDS.toNanos(100 + seconds);
  }

  /** Six seconds of two coordinators, the second killed and started again; and a run before. */
  private static CampaignResult campaign() {
    CampaignResult done = SampleCampaigns.done();
    CampaignRequest request = done.request().in(RawPath.of(SCRIPT));
    Map<String, List<LedgerLine>> lines =
        Map.of(
            "coordinator-0",
            List.of(
                new Began(at(1), 0, "boot", 5_001, 1_000),
                new Sent(at(1), 0, "a", 1, "in", List.of(1L)),
                new Back(at(3), 0, "result"),
                new Done(at(3), "a", "in", List.of()),
                new Ended(at(6), 0, "", 3, 3)),
            "coordinator-1a",
            List.of(
                new Began(at(1), 1, "boot", 5_001, 1_000),
                new Sent(at(2), 2, "b", 1, "in", List.of(2L)),
                new LedgerLine.Beat(at(3))),
            "coordinator-1b",
            List.of(
                new Began(at(4), 1, "boot", 5_004, 1_000), new Done(at(5), "b", "in", List.of())),
            "coordinator-of-a-run-before",
            List.of(
                new Began(at(-9), 0, "boot", 4_000, 1_000), new Done(at(-8), "c", "in", List.of())),
            "campaign-before",
            List.of(new Trouble(at(-8), "stop", 0)),
            "campaign",
            List.of(new Trouble(at(3), "kill", 1)));
    return new CampaignResult(
        request,
        done.plan(),
        done.end(),
        done.reason(),
        withHeartbeats(done.audit()),
        done.troubles(),
        done.restarts(),
        done.nanos(),
        done.leftovers(),
        lines);
  }

  private static Audit withHeartbeats(Audit audit) {
    return new Audit(
        audit.inputs(),
        audit.results(),
        audit.isComplete(),
        List.of("the name <img src=x> does not belong there"),
        audit.solves(),
        audit.duplicatedSolves(),
        audit.workNanos(),
        audit.wastedNanos(),
        Map.of("work_heartbeat_renewals", 12L, "target_directory_syncs_avoided", 7L),
        audit.steps(),
        audit.workers(),
        audit.acknowledged());
  }

  private static Document parsed(String page) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(page)));
  }

  private static List<Element> elements(Document page, String name) {
    NodeList found = page.getElementsByTagNameNS("*", name);
    List<Element> elements = new ArrayList<>();
    for (int at = 0; at < found.getLength(); at++) {
      elements.add((Element) found.item(at));
    }
    return elements;
  }

  private static List<String> titlesOfPlots(Document page) {
    return elements(page, "svg").stream()
        .map(svg -> svg.getElementsByTagNameNS("*", "title").item(0).getTextContent())
        .toList();
  }

  @Test
  void drawsEverythingThereIsToDrawWithItsTitle() throws Exception {
    Document page = parsed(CampaignPage.render(campaign(), IMPRINT));
    assertThat(titlesOfPlots(page))
        .containsExactly("Results over time", "Workers at work", "Time of each step", "Heartbeats");
    assertThat(elements(page, "path")).isNotEmpty();
    assertThat(page.getDocumentElement().getTextContent())
        .contains("done: each of the inputs was done once", "6.1.0-test", "1.2.3")
        .contains("1970-01-01T00:00:01Z", "Earlier runs in this directory are left out: 1 starts")
        .contains("26 solves, 2 of them while another was at it");
  }

  @Test
  void nothingThatANameHoldsIsMarkup() throws Exception {
    String text = CampaignPage.render(campaign(), IMPRINT);
    assertThat(text).doesNotContain("<script", "<img", "\033");
    assertThat(parsed(text).getDocumentElement().getTextContent())
        .contains("/srv/<script>alert(\"'&\")</script>\\x1b\\x0a", "<img src=x>");
  }

  @Test
  void needsNothingFromElsewhereAndRunsNothing() throws Exception {
    Document page = parsed(CampaignPage.compare(campaign(), campaign(), IMPRINT));
    List<String> ids = new ArrayList<>();
    for (Element element : elements(page, "*")) {
      assertThat(element.getLocalName()).isNotIn("script", "link", "iframe", "object", "image");
      for (int at = 0; at < element.getAttributes().getLength(); at++) {
        Node attribute = element.getAttributes().item(at);
        assertThat(attribute.getNodeName()).isNotIn("src", "href", "xlink:href");
        assertThat(attribute.getNodeName()).doesNotStartWith("on");
        if (attribute.getNodeName().equals("id")) {
          ids.add(attribute.getNodeValue());
        }
      }
    }
    assertThat(ids).as("names of the parts of plots").isNotEmpty().doesNotHaveDuplicates();
    assertThat(page.getElementsByTagName("meta").item(1).getAttributes().getNamedItem("content"))
        .extracting(Node::getNodeValue)
        .asString()
        .startsWith("default-src 'none'");
  }

  @Test
  void comparesTwoCampaignsBeforeItShowsThem() throws Exception {
    Document page = parsed(CampaignPage.compare(campaign(), campaign(), IMPRINT));
    assertThat(titlesOfPlots(page))
        .hasSize(10)
        .startsWith("Duplicated solves", "Wasted worker time", "Results over time");
  }

  @Test
  void saysWhereThereIsNothingToDraw() throws Exception {
    Document page = parsed(CampaignPage.render(SampleCampaigns.violated(), IMPRINT));
    assertThat(titlesOfPlots(page)).containsExactly("Time of each step");
    assertThat(page.getDocumentElement().getTextContent())
        .contains("There is nothing to draw.", "the input 00 has 2 results");
  }

  @Test
  void tellsTheLastRunOnlyAndOfTheKilledUntilTheirLastLine() {
    CampaignTimeline timeline = CampaignTimeline.of(campaign());
    assertThat(timeline.seconds()).isEqualTo(6);
    assertThat(timeline.leftOut()).isEqualTo(1);
    assertThat(timeline.coordinators()).containsOnlyKeys(0, 1);
    assertThat(timeline.coordinators().get(0).results()).containsExactly(3.0);
    assertThat(timeline.coordinators().get(0).work()).containsExactly(new Span(1, 3));
    assertThat(timeline.coordinators().get(1).results()).containsExactly(5.0);
    assertThat(timeline.coordinators().get(1).work()).containsExactly(new Span(2, 3));
    assertThat(timeline.troubles()).containsExactly(new Mark(3, "kill", 1));
  }
}
