package io.holdfast.campaign.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.json.JsonFormatException;
import io.holdfast.lease.TableManifest.Protocol;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {

  private static Plan plan(int items, int children) {
    return new Plan(
        "0123456789abcdef".repeat(2), items, children, 5, 100, 1, 1_000, 2, Protocol.FLOCK, true);
  }

  @Test
  void isReadAsItWasWritten() throws Exception {
    assertThat(Plan.of(plan(12, 1).toBytes())).isEqualTo(plan(12, 1));
    assertThat(Plan.of(plan(12, 1).withoutTargetLeases().toBytes()).targetLeases()).isFalse();
  }

  @Test
  void whatIsOutOfItsLimitsIsRefusedWithTheLimit() {
    assertThatThrownBy(() -> plan(0, 0)).hasMessage("items: 1 to 1000000, not 0");
    assertThatThrownBy(() -> plan(2, 3)).hasMessage("children: 0 to 2, not 3");
    String lie = new String(plan(2, 1).toBytes(), StandardCharsets.US_ASCII);
    byte[] lies = lie.replace("\"items\":2", "\"items\":0").getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> Plan.of(lies))
        .isInstanceOf(JsonFormatException.class)
        .hasMessage("items: 1 to 1000000, not 0");
  }

  @Test
  void asManyInputsComeOutOfItAsItSaysAndThenNone() {
    Plan plan = plan(12, 3);
    Set<Input> children = new HashSet<>();
    for (int number = 0; number < plan.items(); number++) {
      children.addAll(Input.first(plan, number).children(plan));
    }
    assertThat(children).hasSize(3);
    children.forEach(child -> assertThat(child.children(plan)).containsExactly(child));
    assertThat(Input.first(plan(12, 0), 1).children(plan(12, 0))).isEmpty();
  }

  @Test
  void targetsAreAmongThoseOfThePlanAndDifferent() {
    Plan plan = plan(100, 0);
    for (int number = 0; number < plan.items(); number++) {
      assertThat(Input.first(plan, number).targets())
          .doesNotHaveDuplicates()
          .hasSizeBetween(1, 2)
          .allMatch(target -> target >= 1 && target <= plan.targets());
    }
  }
}
