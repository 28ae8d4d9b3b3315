package io.holdfast.jni.example;

import io.holdfast.clock.NanoClock;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.litmus.cluster.InProcessExchange;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.Coordinator;
import io.holdfast.qualification.Qualification;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RenewalConfiguration;
import java.security.SecureRandom;
import java.util.Optional;

/** A coordinator whose tables may be used as long as the storage under them keeps its word. */
public final class QualifyRoot {

  private QualifyRoot() {}

  /** Argument: a directory that is there. */
  public static void main(String[] arguments) throws Exception {
    Posix posix = Bindings.load();
    RawPath root = RawPath.of(arguments[0]);
    NanoClock clock = () -> posix.clockGettime(Flags.CLOCK_BOOTTIME);
    Member self = Member.on(KernelHostIdentity.read(posix), 0);
    // A job of several coordinators has an exchange between them here.
    Exchange exchange = InProcessExchange.group(1, clock).get(0);
    Coordinator coordinator = Coordinator.on(posix, root, exchange, () -> self, clock);
    QualificationOptions options =
        QualificationOptions.of(RenewalConfiguration.DEFAULT.within(120))
            .requiring(Exclusion.NAMES)
            .onOneHost();
    try (Qualification qualification =
            Qualification.start(coordinator, options, new SecureRandom(), Optional.empty());
        WorkLeaseTable table =
            WorkLeaseTable.open(
                posix,
                root,
                TableManifest.ofWork(),
                LeaseOptions.defaults(LeaseClocks.system(posix)),
                qualification.trust(Exclusion.NAMES),
                "example")) {
      System.out.println(qualification.state() + ": " + qualification.reason());
      // The coordinator's loop: work on the table's leases, and between two pieces of work
      qualification.doWork(clock.nanoTime());
      System.out.println("done with " + table.counters().snapshot().claims() + " claims");
    }
  }
}
