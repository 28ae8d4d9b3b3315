package io.holdfast.lab.crash;

import java.io.IOException;
import java.util.BitSet;

/** Recorded storage from which the states that crashes leave are made, in the record's order. */
interface RecordedStorage extends AutoCloseable {

  /**
   * What a crash left, valid until the next call on this.
   *
   * @param records how many records came before the crash; must not fall
   * @param kept which of the {@link CrashItems} are left
   * @throws UnusableStorageException where the storage does not even come up
   */
  Remains remains(int records, BitSet kept) throws IOException;

  @Override
  void close() throws IOException;

  /** Nothing at all can be read any more. */
  final class UnusableStorageException extends IOException {

    private static final long serialVersionUID = 1L;

    UnusableStorageException(String message) {
      super(message);
    }
  }
}
