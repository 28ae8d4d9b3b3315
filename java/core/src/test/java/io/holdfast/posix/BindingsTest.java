package io.holdfast.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class BindingsTest {

  private final Posix jnr = binding("jnr");
  private final Posix jni = binding("jni");

  @Test
  void theFirstInTheOrderIsTakenWhateverTheClassPathSays() throws Exception {
    Bindings bindings = Bindings.find(List.of(provider("jnr", jnr), provider("jni", jni)));

    assertThat(bindings.choose(null)).isSameAs(jni);
    assertThat(bindings.available()).containsExactly("jni", "jnr");
  }

  @Test
  void anUnavailableBindingIsPassedOverAndItsCauseKept() throws Exception {
    Bindings bindings = Bindings.find(List.of(broken("jni", "noexec"), provider("jnr", jnr)));

    assertThat(bindings.choose(null)).isSameAs(jnr);
    assertThat(bindings.unavailabilityCause("jni")).isEqualTo("noexec");
    assertThat(bindings.unavailabilityCause("jnr")).isNull();
  }

  @Test
  void aForcedBindingNeverFallsBack() {
    Bindings bindings = Bindings.find(List.of(broken("jni", "noexec"), provider("jnr", jnr)));

    assertThatThrownBy(() -> bindings.choose("jni"))
        .isInstanceOf(BindingUnavailableException.class)
        .hasMessageContaining("jni")
        .hasMessageContaining("noexec");
  }

  @Test
  void aForcedBindingIsTakenBeforeABetterOne() throws Exception {
    Bindings bindings = Bindings.find(List.of(provider("jni", jni), provider("jnr", jnr)));

    assertThat(bindings.choose("jnr")).isSameAs(jnr);
  }

  @Test
  void aMissingProviderAndAMisspeltOneAreToldApart() {
    Bindings none = Bindings.find(List.of());

    assertThatThrownBy(() -> none.choose(null)).hasMessageContaining("class path");
    assertThatThrownBy(() -> none.choose("ffm")).hasMessageContaining("holdfast-ffm.jar");
    assertThatThrownBy(() -> none.choose("jin")).hasMessageContaining("no binding named jin");
  }

  @Test
  void everyCauseIsToldWhenNothingLoads() {
    Bindings bindings = Bindings.find(List.of(broken("jni", "noexec"), broken("jnr", "no libc")));

    assertThatThrownBy(() -> bindings.choose(null))
        .hasMessageContaining("jni: noexec")
        .hasMessageContaining("jnr: no libc");
  }

  private static Posix binding(String name) {
    return (Posix)
        Proxy.newProxyInstance(
            Posix.class.getClassLoader(),
            new Class<?>[] {Posix.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "equals" -> self == arguments[0];
                  case "hashCode" -> name.hashCode();
                  default -> name;
                });
  }

  private static PosixProvider provider(String name, Posix posix) {
    return new Fixed(name, posix, "");
  }

  private static PosixProvider broken(String name, String cause) {
    return new Fixed(name, null, cause);
  }

  private record Fixed(String name, Posix posix, String cause) implements PosixProvider {
    @Override
    public Posix load() throws BindingUnavailableException {
      if (posix == null) {
        throw new BindingUnavailableException(cause);
      }
      return posix;
    }
  }
}
