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

  /**
   * One provider on the class path and what became of loading it.
   *
   * @param posix null where it did not load
   * @param origin where what was loaded came from; null where it did not load
   * @param cause why it did not load; null where it did
   */
  public record Candidate(
      String name, @Nullable Posix posix, @Nullable String origin, @Nullable String cause) {

    private static Candidate missing(String name, String cause) {
      return new Candidate(name, null, null, cause);
    }

    public boolean isAvailable() {
      return posix != null;
    }
  }

  /** Finds every provider and tries to load each: for who wants to see them all. */
  public static Bindings find() {
    return find(providers());
  }

  static Bindings find(Iterable<PosixProvider> providers) {
    return new Bindings(tryInOrder(providers, null, false));
  }

  /**
   * The binding to use: the first in the order that loads, or the one that {@value
   * #BINDING_PROPERTY} names. Those behind it are not loaded.
   *
   * @throws BindingUnavailableException with the cause of each that did not load
   */
  public static Posix load() throws BindingUnavailableException {
    return load(providers(), System.getProperty(BINDING_PROPERTY));
  }

  static Posix load(Iterable<PosixProvider> providers, @Nullable String forced)
      throws BindingUnavailableException {
    return new Bindings(tryInOrder(providers, forced, true)).choose(forced);
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

  private static Iterable<PosixProvider> providers() {
    return ServiceLoader.load(PosixProvider.class, Bindings.class.getClassLoader());
  }

  private static List<Candidate> tryInOrder(
      Iterable<PosixProvider> providers, @Nullable String only, boolean firstIsEnough) {
    List<PosixProvider> found = new ArrayList<>();
    List<Candidate> candidates = new ArrayList<>();
    try {
      providers.forEach(found::add);
    } catch (ServiceConfigurationError e) {
      candidates.add(Candidate.missing("(unknown)", String.valueOf(e.getMessage())));
    }
    found.sort(Comparator.comparingInt(provider -> rank(provider.name())));
    for (PosixProvider provider : found) {
      if (only == null || only.equals(provider.name())) {
        Candidate candidate = tryLoad(provider);
        candidates.add(candidate);
        if (firstIsEnough && candidate.isAvailable()) {
          break;
        }
      }
    }
    candidates.sort(Comparator.comparingInt(candidate -> rank(candidate.name())));
    return candidates;
  }

  private static Candidate tryLoad(PosixProvider provider) {
    Platform platform = Platform.current();
    if (!platform.isSupported()) {
      return Candidate.missing(provider.name(), platform.unsupportedMessage());
    }
    try {
      return new Candidate(provider.name(), provider.load(), provider.origin(), null);
    } catch (BindingUnavailableException e) {
      return Candidate.missing(provider.name(), String.valueOf(e.getMessage()));
    } catch (LinkageError e) {
      return Candidate.missing(
          provider.name(), "a jar that it stands on is missing or broken: " + e);
    }
  }

  private static int rank(String name) {
    int rank = ORDER.indexOf(name);
    return rank < 0 ? ORDER.size() : rank;
  }
}
