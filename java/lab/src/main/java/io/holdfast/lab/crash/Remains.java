package io.holdfast.lab.crash;

import java.io.IOException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What a crash left of the tested directory. */
interface Remains {

  /**
   * What the file at {@code directory/name} holds.
   *
   * @return null where there is nothing
   * @throws IOException where it cannot be read: damage, not absence
   */
  byte @Nullable [] read(String path) throws IOException;

  /** The names in a directory; none where the directory is not there. */
  Collection<String> names(String directory) throws IOException;
}
