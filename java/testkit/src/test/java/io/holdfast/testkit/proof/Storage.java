package io.holdfast.testkit.proof;

import io.holdfast.durable.BarrierForm;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.sim.Barriers;
import io.holdfast.testkit.sim.NameLoss;
import io.holdfast.testkit.sim.SimCapabilities;
import java.util.Locale;

/** Kinds of simulated storage, each with the barrier form that suits it. */
@SuppressWarnings("ImmutableEnumChecker") // capabilities are immutable, only not annotated
enum Storage {
  /** What POSIX promises and nothing more. */
  STRICT(SimCapabilities.full(), BarrierForm.FSYNC, NameLoss.DEPENDENT),
  /** The same, with every set of changes of names that a crash might keep. */
  DISORDERLY(SimCapabilities.full(), BarrierForm.FSYNC, NameLoss.INDEPENDENT),
  /** As ext4 and xfs: any fsync makes earlier names durable. */
  JOURNALED(
      SimCapabilities.full().withBarriers(Barriers.JOURNALED),
      BarrierForm.FSYNC,
      NameLoss.DEPENDENT),
  /** As little as NFS has: staged names, probes by creating files. */
  BARE(
      SimCapabilities.full()
          .without(Feature.TMPFILE, Feature.USER_XATTRS, Feature.RENAME_NOREPLACE),
      BarrierForm.FSYNC,
      NameLoss.DEPENDENT),
  /** As Lustre and GlusterFS: fsync of a directory does nothing, a sentinel everything. */
  SERVER(
      SimCapabilities.full().withBarriers(Barriers.SENTINEL),
      BarrierForm.SENTINEL,
      NameLoss.DEPENDENT);

  final SimCapabilities capabilities;
  final BarrierForm form;
  final NameLoss loss;

  Storage(SimCapabilities capabilities, BarrierForm form, NameLoss loss) {
    this.capabilities = capabilities;
    this.form = form;
    this.loss = loss;
  }

  CrashSearch.Setting crashes(Workload workload, long seed, int statesPerPoint) {
    return CrashSearch.Setting.of(workload, seed, statesPerPoint)
        .withForm(form)
        .withStorage(capabilities)
        .withLoss(loss);
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
