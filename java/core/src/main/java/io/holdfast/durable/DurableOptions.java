package io.holdfast.durable;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * How a {@link Durable} works. Immutable; {@link #defaults} is safe everywhere.
 *
 * @param fileMode permission bits of every file made, whatever the umask says
 * @param directoryMode permission bits of every directory made
 * @param fanOut how many barriers of one batch run beside each other, 1 to {@value #FAN_OUT_LIMIT}
 * @param executor runs them; empty: threads of its own, ended by {@link Durable#close}
 * @param barrierForm how directories are made durable; empty: {@link BarrierForm#FSYNC} on file
 *     systems known to be of this host, {@link BarrierForm#SENTINEL} on every other
 * @param random where unique names come from
 */
public record DurableOptions(
    int fileMode,
    int directoryMode,
    int fanOut,
    Optional<Executor> executor,
    Optional<BarrierForm> barrierForm,
    RandomGenerator random) {

  /** Most barriers of one batch beside each other. */
  public static final int FAN_OUT_LIMIT = 64;

  private static final int DEFAULT_FAN_OUT = 8;
  private static final int PERMISSIONS = 07777;

  public DurableOptions {
    if (fanOut < 1 || fanOut > FAN_OUT_LIMIT) {
      throw new IllegalArgumentException("fanOut is 1 to " + FAN_OUT_LIMIT + ": " + fanOut);
    }
    checkMode("fileMode", fileMode);
    checkMode("directoryMode", directoryMode);
  }

  /** Files 0600, directories 0700, eight barriers at a time on threads of its own. */
  public static DurableOptions defaults() {
    return new DurableOptions(
        0600, 0700, DEFAULT_FAN_OUT, Optional.empty(), Optional.empty(), new SecureRandom());
  }

  public DurableOptions withModes(int file, int directory) {
    return new DurableOptions(file, directory, fanOut, executor, barrierForm, random);
  }

  public DurableOptions withFanOut(int width) {
    return new DurableOptions(fileMode, directoryMode, width, executor, barrierForm, random);
  }

  public DurableOptions withExecutor(Executor own) {
    return new DurableOptions(
        fileMode, directoryMode, fanOut, Optional.of(own), barrierForm, random);
  }

  public DurableOptions withBarrierForm(BarrierForm form) {
    return new DurableOptions(fileMode, directoryMode, fanOut, executor, Optional.of(form), random);
  }

  public DurableOptions withRandom(RandomGenerator source) {
    return new DurableOptions(fileMode, directoryMode, fanOut, executor, barrierForm, source);
  }

  private static void checkMode(String what, int mode) {
    if ((mode & ~PERMISSIONS) != 0) {
      throw new IllegalArgumentException(what + " has permission bits only: " + mode);
    }
  }
}
