package io.holdfast.lab;

import io.holdfast.posix.RawPath;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a raised rig is to be asked.
 *
 * @param directory the path to qualify
 * @param also a second path, or null
 * @param asked who asks
 */
record Place(RawPath directory, @Nullable RawPath also, Asker asked) {

  /** Who asks about a place. */
  enum Asker {
    /** The lab's own process. */
    LAB,
    /** A process of a user without rights (uid 65534). */
    NOBODY
  }

  static Place of(Path directory) {
    return of(RawPath.of(directory.toString()));
  }

  static Place of(RawPath directory) {
    return new Place(directory, null, Asker.LAB);
  }

  static Place of(Path directory, Path also) {
    return new Place(RawPath.of(directory.toString()), RawPath.of(also.toString()), Asker.LAB);
  }

  Place askedByNobody() {
    return new Place(directory, also, Asker.NOBODY);
  }
}
