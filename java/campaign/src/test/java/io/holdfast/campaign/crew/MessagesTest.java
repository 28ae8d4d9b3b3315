package io.holdfast.campaign.crew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.dispatch.Assignment;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What processes of a campaign tell each other arrives as it was told. */
class MessagesTest {

  private static final WorkId ID = WorkId.ofTarget(7);
  private static final JsonObject PAYLOAD = new JsonObject(Map.of("a", new JsonString("\n")));

  @Test
  void orders() throws Exception {
    for (Order order :
        List.of(
            new Order.Work(new Assignment(ID, PAYLOAD, 9)), new Order.Stop(), new Order.End())) {
      assertThat(Order.of(order.toBytes())).isEqualTo(order);
      assertThat(order.toBytes()).doesNotContain('\n');
    }
  }

  @Test
  void words() throws Exception {
    for (Word word :
        List.of(
            new Word.Ready(),
            new Word.Result(ID, PAYLOAD),
            new Word.Failed(ID, "why\nnot"),
            new Word.Ended())) {
      assertThat(Word.of(word.toBytes())).isEqualTo(word);
      assertThat(word.toBytes()).doesNotContain('\n');
    }
  }

  @Test
  void anythingElseIsRefused() {
    for (String text : List.of("{\"do\":\"x\",\"is\":\"x\"}", "{}", "x", "{\"do\":\"work\"}")) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      assertThatThrownBy(() -> Order.of(bytes)).isInstanceOf(JsonFormatException.class);
      assertThatThrownBy(() -> Word.of(bytes)).isInstanceOf(JsonFormatException.class);
    }
  }

  @Test
  void tasksOfCoordinatorsAndWorkers() {
    RawPath odd = RawPath.of(new byte[] {'/', ' ', '\n', (byte) 0xff});
    CrewTask task = new CrewTask(odd, 1, 3, 4, -5, OptionalLong.of(6), 7, OptionalLong.of(8));
    assertThat(CrewTask.of(task.words())).isEqualTo(task);
    assertThat(CrewTask.of(task.wordsOfWorker(2))).isEqualTo(task);
    assertThat(CrewTask.worker(task.wordsOfWorker(2))).isEqualTo(2);
    assertThat(task.faultSeedOfWorker(2)).hasValue(8);
  }

  @Test
  void aTaskThatCannotBeIsRefused() {
    RawPath path = RawPath.of("/");
    OptionalLong none = OptionalLong.empty();
    assertThatThrownBy(() -> new CrewTask(path, 3, 3, 4, 0, none, 1, none))
        .hasMessage("coordinator: 0 to 2, not 3");
    assertThatThrownBy(() -> new CrewTask(path, 0, 3, 4, 0, none, 1, OptionalLong.of(0)))
        .hasMessage("milliseconds between two renewals: 1 to 86400000, not 0");
    assertThatThrownBy(() -> CrewTask.of(List.of("directory=2f")))
        .hasMessage("there is no coordinator");
  }
}
