package io.holdfast.posix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which carriers of system calls this JVM has, and the choice between them.
 *
 * <p>The order is jni, ffm, jna, jnr; the first that loads is taken. {@value #BINDING_PROPERTY}
 * forces one: a forced binding that does not load is an error, never replaced by another.
 */
public final class Bindings {

  /** System property with the name of the one binding to use. */
  public static final String BINDING_PROPERTY = "holdfast.binding";

  /** The order of preference. */
  public static final List<String> ORDER = List.of("jni", "ffm", "jna", "jnr");

  private final List<Candidate> candidates;

  private Bindings(List<Candidate> candidates) {
    this.candidates = List.copyOf(candidates);
  }

  /** One provider on the class path and what became of loading it. */
  public record Candidate(String name, @Nullable Posix posix, @Nullable String cause) {

    public boolean isAvailable() {
      return posix != null;
    }
  }

  /** Finds every provider and tries to load it. */
  public static Bindings find() {
    return find(ServiceLoader.load(PosixProvider.class, Bindings.class.getClassLoader()));
  }

  static Bindings find(Iterable<PosixProvider> providers) {
    List<Candidate> candidates = new ArrayList<>();
    try {
      for (PosixProvider provider : providers) {
        candidates.add(tryLoad(provider));
      }
    } catch (ServiceConfigurationError e) {
      candidates.add(new Candidate("(unknown)", null, e.getMessage()));
    }
    candidates.sort(Comparator.comparingInt(c -> rank(c.name())));
    return new Bindings(candidates);
  }

  /** {@link #find} and {@link #choose} with {@value #BINDING_PROPERTY}. */
  public static Posix load() throws BindingUnavailableException {
    return find().choose(System.getProperty(BINDING_PROPERTY));
  }

  /** All providers found, in order of preference. */
  public List<Candidate> candidates() {
    return candidates;
  }

  /** The names of those that loaded, in order of preference. */
  public List<String> available() {
    return candidates.stream().filter(Candidate::isAvailable).map(Candidate::name).toList();
  }

  /** Why a binding cannot be had; null when it can. */
  public @Nullable String unavailabilityCause(String name) {
    for (Candidate candidate : candidates) {
      if (candidate.name().equals(name)) {
        return candidate.cause();
      }
    }
    return notFound(name);
  }

  /**
   * The binding to use.
   *
   * @param forced the only one acceptable, or null for the first available
   * @throws BindingUnavailableException with the cause of each that did not load
   */
  public Posix choose(@Nullable String forced) throws BindingUnavailableException {
    for (Candidate candidate : candidates) {
      Posix posix = candidate.posix();
      if (posix != null && (forced == null || forced.equals(candidate.name()))) {
        return posix;
      }
    }
    if (forced != null) {
      throw new BindingUnavailableException(
          "binding " + forced + " was asked for and cannot be had: " + unavailabilityCause(forced));
    }
    throw new BindingUnavailableException("no binding can be had: " + causes());
  }

  private String causes() {
    if (candidates.isEmpty()) {
      return "no holdfast binding jar (holdfast-jni, …) is on the class path";
    }
    return candidates.stream()
        .map(c -> c.name() + ": " + c.cause())
        .collect(Collectors.joining("; "));
  }

  private static String notFound(String name) {
    return ORDER.contains(name)
        ? "no provider named " + name + " is on the class path; add holdfast-" + name + ".jar"
        : "there is no binding named " + name + "; the bindings are " + ORDER;
  }

  private static Candidate tryLoad(PosixProvider provider) {
    Platform platform = Platform.current();
    if (!platform.isSupported()) {
      return new Candidate(provider.name(), null, platform.unsupportedMessage());
    }
    try {
      return new Candidate(provider.name(), provider.load(), null);
    } catch (BindingUnavailableException e) {
      return new Candidate(provider.name(), null, e.getMessage());
    }
  }

  private static int rank(String name) {
    int rank = ORDER.indexOf(name);
    return rank < 0 ? ORDER.size() : rank;
  }
}
