package io.holdfast.cli;

import io.holdfast.durable.Name;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.EpochFile;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which epoch a root belongs to. */
final class EpochOption {

  @Option(
      names = "--epoch",
      paramLabel = "FILE|HEX",
      description =
          "The root's epoch, or the file that keeps it; default DIR/" + EpochFile.NAME + ".")
  private @Nullable String epoch;

  /**
   * Given, or kept; a file that is not there is made.
   *
   * @throws IOException it cannot be read or made
   */
  Epoch of(Posix posix, RawPath root) throws CommandFailure, IOException {
    return epoch != null && Epoch.isHex(epoch)
        ? new Epoch(epoch)
        : file(posix, root).epoch(new SecureRandom());
  }

  /** Whether the job goes on with what the root keeps, and not with what somebody chose for it. */
  boolean isTheRoots() {
    return epoch == null;
  }

  /**
   * Claims the root's own epoch, see {@link EpochFile#claim}; {@link #of} came before.
   *
   * @return empty where another job has it
   */
  static Optional<Descriptor> claim(Posix posix, RawPath root) throws IOException {
    return new EpochFile(posix, root, Name.of(EpochFile.NAME)).claim();
  }

  private EpochFile file(Posix posix, RawPath root) throws CommandFailure {
    if (epoch == null) {
      return new EpochFile(posix, root, Name.of(EpochFile.NAME));
    }
    byte[] path = RawArguments.path(epoch).bytes();
    int slash = RawArguments.lastSlash(path);
    try {
      Name name = Name.of(Arrays.copyOfRange(path, slash + 1, path.length));
      RawPath directory =
          slash < 0 ? RawPath.of(".") : RawPath.of(Arrays.copyOf(path, Math.max(slash, 1)));
      return new EpochFile(posix, directory, name);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage("--epoch: " + e.getMessage(), null);
    }
  }
}
