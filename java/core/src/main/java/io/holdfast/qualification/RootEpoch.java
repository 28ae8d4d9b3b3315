package io.holdfast.qualification;

import io.holdfast.durable.Name;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.LockObject;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whose a root is, as the files say that jobs have left in it. Looks, and changes nothing. */
public final class RootEpoch {

  private static final int SHOWN_DIGITS = 12;

  private final Posix posix;
  private final RawPath root;
  private final Name epochFile;

  /**
   * @param epochFile where a job keeps its epoch in the root, if it does
   */
  public RootEpoch(Posix posix, RawPath root, Name epochFile) {
    this.posix = posix;
    this.root = root;
    this.epochFile = epochFile;
  }

  /**
   * Why a job with an epoch cannot have the root, and what to do; empty where nothing is in its
   * way.
   *
   * @throws IOException what is in the root cannot be read
   */
  public Optional<String> foreign(Epoch own) throws IOException {
    Optional<byte[]> lock = kept(Name.of(LockObject.NAME));
    Optional<Epoch> configured = kept(Name.of(ConfigurationFile.NAME)).flatMap(RootEpoch::ofJson);
    boolean locked = lock.filter(found -> !isOf(own, found)).isPresent();
    if (!locked && configured.filter(epoch -> !epoch.equals(own)).isEmpty()) {
      return Optional.empty();
    }
    Optional<Epoch> told = kept(epochFile).flatMap(RootEpoch::ofLine);
    Optional<Epoch> other =
        Stream.concat(configured.stream(), told.stream())
            .filter(epoch -> !epoch.equals(own))
            .filter(epoch -> !locked || isOf(epoch, lock.orElseThrow()))
            .findFirst();
    return Optional.of(
        "the directory belongs to "
            + other.map(epoch -> "epoch " + epoch).orElse("another epoch, which it does not name")
            + ", this job has "
            + own.hex().substring(0, SHOWN_DIGITS)
            + "…: give it a directory of its own"
            + (other.isPresent() ? ", go on with that epoch (--epoch)" : "")
            + ", or, when no job uses this one, remove "
            + String.join(
                ", ", List.of(LockObject.NAME, ConfigurationFile.NAME, epochFile.toString())));
  }

  private Optional<byte[]> kept(Name name) throws IOException {
    return new CreatedOnce(posix, root, name).look();
  }

  private static boolean isOf(Epoch epoch, byte[] lock) {
    return Arrays.equals(lock, LockObject.of(epoch).content());
  }

  private static Optional<Epoch> ofLine(byte[] content) {
    return epoch(new String(content, StandardCharsets.US_ASCII).strip());
  }

  private static Optional<Epoch> ofJson(byte[] content) {
    try {
      return StrictJson.readObject(content).fields().get("epoch") instanceof JsonString text
          ? epoch(text.text())
          : Optional.empty();
    } catch (JsonFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Epoch> epoch(String text) {
    return Epoch.isHex(text) ? Optional.of(new Epoch(text)) : Optional.empty();
  }
}
