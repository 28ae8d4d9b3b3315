package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostPatternTest {

  @Test
  void expandsWhatSchedulersWrite() throws CommandFailure {
    assertThat(HostPattern.hosts("a,b.example", 9)).containsExactly("a", "b.example");
    assertThat(HostPattern.hosts("node[08-11],x", 9))
        .containsExactly("node08", "node09", "node10", "node11", "x");
    assertThat(HostPattern.hosts("u@n[1,3-4]-ib", 9))
        .containsExactly("u@n1-ib", "u@n3-ib", "u@n4-ib");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a,", "-oProxyCommand=x", "a b", "n[3-1]", "n[", "n[]", "n[x]", "n]1[", "a;b"})
  void refusesWhatIsNoHost(String list) {
    assertThatThrownBy(() -> HostPattern.hosts(list, 9))
        .isInstanceOf(CommandFailure.class)
        .hasMessageStartingWith("--hosts: ");
  }

  @Test
  void refusesMoreThanTheLimit() {
    assertThatThrownBy(() -> HostPattern.hosts("n[1-999999999]", 64))
        .hasMessage("--hosts: more than 64 hosts");
  }
}
