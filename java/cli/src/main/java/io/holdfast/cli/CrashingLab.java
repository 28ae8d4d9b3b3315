package io.holdfast.cli;

import io.holdfast.lab.crash.CrashEvent;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashLab;
import io.holdfast.lab.crash.CrashRequest;
import io.holdfast.lab.crash.EioLab;
import io.holdfast.lab.crash.EioRequest;
import io.holdfast.lab.crash.EioResult;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Storage that loses power and disks that fail, as commands see them; replaced in tests. */
public interface CrashingLab {

  /**
   * Cuts the power.
   *
   * @see CrashLab#run
   */
  void crash(CrashRequest request, Consumer<CrashEvent> listener) throws IOException;

  /**
   * Why the disk of a file system cannot be failed here; empty where it can.
   *
   * @see EioLab#unavailabilityReason
   */
  Optional<String> diskUnavailabilityReason(CrashFileSystem type);

  /**
   * Fails a disk.
   *
   * @see EioLab#run
   */
  EioResult failDisk(EioRequest request, IntConsumer progress) throws IOException;
}
