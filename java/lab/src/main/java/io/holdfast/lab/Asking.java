package io.holdfast.lab;

import com.fasterxml.jackson.core.JsonFactory;
import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.LocalQualifier;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Asks the local litmus about a place, and lists it; the part of the lab that makes file calls. */
final class Asking {

  private final Posix posix;

  private Asking(Posix posix) {
    this.posix = posix;
  }

  /** With the binding of this JVM. */
  static Asking load() throws BindingUnavailableException {
    return new Asking(Bindings.load());
  }

  /** Asks in this process. Costs are not measured: a rig's figures mean nothing. */
  Observation ask(
      RawPath directory, @Nullable RawPath also, Profile profile, long probeTimeoutNanos)
      throws PosixException {
    NanoClock clock = NanoClock.system();
    long start = clock.nanoTime();
    LocalRequest request =
        new LocalRequest(directory, also, null, profile, probeTimeoutNanos, false);
    try {
      LocalQualifier qualifier =
          new LocalQualifier(
              posix,
              new LocalAgentLauncher(),
              KernelHostIdentity.read(posix),
              clock,
              EpochClock.system());
      return Observation.of(qualifier.qualify(request, answer -> {}));
    } catch (LitmusException e) {
      return Observation.refused(String.valueOf(e.getMessage()), clock.nanoTime() - start);
    }
  }

  /** Every name below a path, see {@link Listing}. */
  SortedSet<String> names(RawPath top) {
    return Listing.of(posix, top);
  }

  /** One class of each jar that asking needs. */
  List<Class<?>> classes() {
    return List.of(Asking.class, Posix.class, posix.getClass(), JsonFactory.class);
  }
}
