package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private final Ledger ledger = new Ledger();

  private List<Integer> after(String... marks) {
    for (String mark : marks) {
      ledger.note(mark);
    }
    return ledger.possible().get("a/x");
  }

  @Test
  void whatWasStartedMayBeThereOrNot() {
    assertThat(after("begin", "started a/x 1")).containsExactly(0, 1);
  }

  @Test
  void whatWasAcknowledgedIsThere() {
    assertThat(after("started a/x 1", "acknowledged a/x 1")).containsExactly(1);
  }

  @Test
  void whatWasStartedAfterwardsMayBeThereToo() {
    assertThat(after("started a/x 1", "acknowledged a/x 1", "started a/x 2")).containsExactly(1, 2);
  }

  @Test
  void whatFailedMayComeBackUntilALaterOneIsAcknowledged() {
    assertThat(after("started a/x 1", "started a/x 2")).containsExactly(0, 1, 2);
    assertThat(after("acknowledged a/x 2")).containsExactly(2);
  }

  @Test
  void aRemovalIsAVersion() {
    assertThat(after("started a/x 1", "acknowledged a/x 1", "started a/x 0")).containsExactly(1, 0);
    assertThat(after("acknowledged a/x 0")).containsExactly(0);
  }

  @Test
  void whatWasPublishedStays() {
    assertThat(after("started a/x 1", "started a/x 2", "published a/x 2")).containsExactly(2);
  }

  @Test
  void whatAnotherPublishedIsPresent() {
    assertThat(after("started a/x 1", "started a/x 2", "present a/x 0")).containsExactly(1, 2);
  }

  @Test
  void anUnknownMarkIsRefused() {
    assertThatThrownBy(() -> ledger.note("promised a/x 1"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
