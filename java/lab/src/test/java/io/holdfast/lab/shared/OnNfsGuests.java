package io.holdfast.lab.shared;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.InsideProcess;
import io.holdfast.lab.InsideProcess.LineListener;
import io.holdfast.lab.Isolation;
import io.holdfast.lab.LabNamespace;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Runs a program inside of the lab's namespaces whose assertions are its status. */
final class OnNfsGuests {

  private OnNfsGuests() {}

  /**
   * Runs it; the test is skipped where the machine cannot have the guests.
   *
   * @param told is told the lines that begin with a brace; all others are in the failure's message
   */
  static void run(Class<?> program, List<String> arguments, long limitSeconds, LineListener told)
      throws IOException {
    Facilities machine = Facilities.here();
    StorageKind.NFS.unavailabilityReason(machine).ifPresent(Assumptions::abort);
    Process inside =
        LabNamespace.start(machine, Isolation.NETWORK_AS_WELL, program, arguments, limitSeconds);
    InsideProcess.attend(inside, told);
  }
}
