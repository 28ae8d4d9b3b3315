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

  @Test
  void nothingBehindTheChosenOneIsLoaded() throws Exception {
    List<PosixProvider> providers =
        List.of(untouchable("jna"), broken("ffm", "17"), untouchable("jnr"), provider("jni", jni));

    assertThat(Bindings.load(providers, null)).isSameAs(jni);
  }

  @Test
  void noneButTheForcedOneIsLoaded() throws Exception {
    List<PosixProvider> providers = List.of(provider("jnr", jnr), untouchable("jni"));

    assertThat(Bindings.load(providers, "jnr")).isSameAs(jnr);
    assertThatThrownBy(() -> Bindings.load(providers, "ffm"))
        .isInstanceOf(BindingUnavailableException.class)
        .hasMessageContaining("holdfast-ffm.jar");
  }

  @Test
  void theCausesOfAllThatWereTriedAreToldWhenNothingLoads() {
    List<PosixProvider> providers = List.of(broken("jnr", "no libc"), broken("jni", "noexec"));

    assertThatThrownBy(() -> Bindings.load(providers, null))
        .hasMessageContaining("jni: noexec; jnr: no libc");
  }

  @Test
  void aBindingWhoseJarsAreNotAllThereIsPassedOver() throws Exception {
    PosixProvider incomplete =
        new Fixed("jna", null, "") {
          @Override
          public Posix load() {
            throw new NoClassDefFoundError("com/sun/jna/Native");
          }
        };
    Bindings bindings = Bindings.find(List.of(incomplete, provider("jnr", jnr)));

    assertThat(bindings.choose(null)).isSameAs(jnr);
    assertThat(bindings.unavailabilityCause("jna")).contains("com/sun/jna/Native");
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

  private static PosixProvider untouchable(String name) {
    return new Fixed(name, null, "") {
      @Override
      public Posix load() {
        throw new AssertionError(name + " was loaded");
      }
    };
  }

  private static class Fixed implements PosixProvider {
    private final String name;
    private final Posix posix;
    private final String cause;

    Fixed(String name, Posix posix, String cause) {
      this.name = name;
      this.posix = posix;
      this.cause = cause;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String origin() {
      return "a test";
    }

    @Override
    public Posix load() throws BindingUnavailableException {
      if (posix == null) {
        throw new BindingUnavailableException(cause);
      }
      return posix;
    }
  }
}
