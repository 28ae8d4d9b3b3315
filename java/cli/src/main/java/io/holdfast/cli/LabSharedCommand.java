package io.holdfast.cli;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.shared.StorageCase;
import io.holdfast.lab.shared.StorageKind;
import io.holdfast.lab.shared.StorageLab;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast lab nfs} and its like: two clients of one storage ask each other. */
abstract class LabSharedCommand extends LabKindCommand {

  private static final String ENDS =
      "Exit codes: 0 all cases agree, 1 one differs, 2 usage, 4 cannot be run here.";
  private static final String ASKS =
      " For each way to mount it the clients ask each other as 'holdfast litmus' does, and what"
          + " must be seen is shown beside what is seen. Needs root; nothing is left behind, also"
          + " when the command is killed.";

  private final StorageKind kind;

  @Mixin private CaseNames cases = new CaseNames();

  @Option(
      names = "--keep",
      description =
          "Leave the clients up, with the last case mounted, until this command is ended; say how"
              + " to enter them.")
  private boolean keep;

  LabSharedCommand(StorageKind kind) {
    this.kind = kind;
  }

  @Override
  final void runCases(CommandContext context, Consumer<LabEvent> listener)
      throws CommandFailure, IOException {
    List<StorageCase> chosen = cases.of(kind.cases(), kind::caseNamed, StorageCase::shortId);
    StorageLab lab = new StorageLab(Facilities.here(), kind);
    if (keep) {
      lab.runAndKeep(chosen, listener, ways -> tellHowToEnter(context.err(), ways));
    } else {
      lab.run(chosen, listener);
    }
  }

  private static void tellHowToEnter(PrintStream err, List<String> ways) {
    err.println("The clients stay up until this command is ended. To enter one, as root:");
    ways.forEach(way -> err.println("  " + way));
  }

  /** {@code holdfast lab nfs}. */
  @Command(
      name = "nfs",
      description = {
        "Boots three kernels (User-Mode Linux): an NFS server and two clients." + ASKS,
        ""
      },
      footerHeading = "%n",
      footer = {
        "Cases: 3, 4.0, 4.1, 4.2, 3-and-4.2, 3-nolock, 3-local-flock-on-one-side, 3-local-all,",
        "  4.2-cloned-name.",
        "",
        ENDS
      })
  static final class Nfs extends LabSharedCommand {
    Nfs() {
      super(StorageKind.NFS);
    }
  }

  /** {@code holdfast lab smb}. */
  @Command(
      name = "smb",
      description = {
        "Boots three kernels (User-Mode Linux): a Samba server and two clients." + ASKS,
        ""
      },
      footerHeading = "%n",
      footer = {"Cases: 3.1.1, 3.1.1-nobrl.", "", ENDS})
  static final class Smb extends LabSharedCommand {
    Smb() {
      super(StorageKind.SMB);
    }
  }

  /** {@code holdfast lab ocfs2}. */
  @Command(
      name = "ocfs2",
      description = {"Boots two kernels (User-Mode Linux) with one disk between them." + ASKS, ""},
      footerHeading = "%n",
      footer = {"Cases: o2cb, localflocks.", "", ENDS})
  static final class Ocfs2 extends LabSharedCommand {
    Ocfs2() {
      super(StorageKind.OCFS2);
    }
  }

  /** {@code holdfast lab gluster}. */
  @Command(
      name = "gluster",
      description = {
        "Starts a GlusterFS brick and two clients on this kernel, each client in a network of its"
            + " own."
            + ASKS,
        ""
      },
      footerHeading = "%n",
      footer = {"Cases: one-brick.", "", ENDS})
  static final class Gluster extends LabSharedCommand {
    Gluster() {
      super(StorageKind.GLUSTER);
    }
  }

  /** {@code holdfast lab ceph}. */
  @Command(
      name = "ceph",
      description = {
        "Starts a CephFS in memory (one monitor, object store and metadata server) and two clients"
            + " by ceph-fuse on this kernel, each client in a network of its own."
            + ASKS,
        ""
      },
      footerHeading = "%n",
      footer = {"Cases: fuse.", "", ENDS})
  static final class Ceph extends LabSharedCommand {
    Ceph() {
      super(StorageKind.CEPH);
    }
  }
}
