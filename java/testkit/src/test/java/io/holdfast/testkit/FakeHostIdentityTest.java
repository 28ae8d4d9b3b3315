package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FakeHostIdentityTest {

  @Test
  void saysThatItIsMadeUp() {
    assertThat(FakeHostIdentity.named("alpha").isSynthetic()).isTrue();
  }

  @Test
  void oneNameIsOneHostAndOneBoot() {
    FakeHostIdentity alpha = FakeHostIdentity.named("alpha");

    assertThat(FakeHostIdentity.named("alpha")).isEqualTo(alpha);
    assertThat(FakeHostIdentity.named("beta").bootId()).isNotEqualTo(alpha.bootId());
    assertThat(alpha.bootId()).hasSize(36);
  }

  @Test
  void aRebootKeepsTheNameAndChangesTheBootId() {
    FakeHostIdentity alpha = FakeHostIdentity.named("alpha");

    assertThat(alpha.rebooted().hostName()).isEqualTo("alpha");
    assertThat(alpha.rebooted().bootId()).isNotEqualTo(alpha.bootId());
  }

  @Test
  void refusesWhatIsNoBootId() {
    assertThatThrownBy(() -> new FakeHostIdentity("1", "alpha"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
