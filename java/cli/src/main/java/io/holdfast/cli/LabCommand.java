package io.holdfast.cli;

import io.holdfast.cli.lab.LabText;
import io.holdfast.lab.Facilities;
import io.holdfast.lab.Lab;
import io.holdfast.lab.LabCase;
import io.holdfast.lab.LabCases;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.shared.CampaignCase;
import io.holdfast.lab.shared.CutCase;
import io.holdfast.lab.shared.CutLab;
import io.holdfast.lab.shared.RenewalCase;
import io.holdfast.lab.shared.RenewalLab;
import io.holdfast.lab.shared.StorageCase;
import io.holdfast.lab.shared.StorageKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdfast lab}: storage of every kind, good and bad, made here and taken away again. */
@Command(
    name = "lab",
    description = {
      "Makes storage of one kind on this machine, asks about it as 'holdfast qualify' does, and"
          + " shows what must be seen beside what is seen; lets two clients of one storage do so,"
          + " most of them kernels of their own (nfs, smb, ocfs2, gluster, ceph), or renew while it"
          + " fails (renewal), or hold something while they are cut off (long); or cuts the power"
          + " under durable verbs (crash), fails the disk (eio), kills and freezes coordinators of"
          + " one lease table (leases). Everything that was made is gone afterwards, also when the"
          + " command is killed.",
      ""
    },
    subcommands = {
      LabCommand.ListCases.class,
      LabCommand.Loop.class,
      LabCommand.Tmpfs.class,
      LabCommand.Overlay.class,
      LabCommand.Fuse.class,
      LabCommand.Paths.class,
      LabCommand.BadDirectory.class,
      LabSharedCommand.Nfs.class,
      LabSharedCommand.Smb.class,
      LabSharedCommand.Ocfs2.class,
      LabSharedCommand.Gluster.class,
      LabSharedCommand.Ceph.class,
      LabRenewalCommand.class,
      LabCampaignCommand.class,
      LabLongCommand.class,
      LabCrashCommand.class,
      LabEioCommand.class,
      LabLeasesCommand.class
    },
    synopsisSubcommandLabel = "KIND",
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  holdfast lab list                    what can be made here, and why not",
      "  holdfast lab fuse --mode granted     a FUSE file system that grants every lock",
      "  holdfast lab loop --fs xfs           an xfs on a loop device (root only)",
      "  holdfast lab nfs                     two clients of one NFS server (root only)",
      "  holdfast lab renewal                 does 'holdfast watch' fail closed? (root only)",
      "  holdfast lab campaign                coordinators on two clients of it (root only)",
      "  holdfast lab long                    what becomes of a lock when its holder is cut off?",
      "  holdfast lab crash                   is what was promised there after a power cut?",
      "  holdfast lab leases                  is everything done once, whoever dies or freezes?",
      "",
      "Exit codes: 0 all cases agree, 1 one differs, 2 usage, 4 cannot be run here;",
      "crash, eio and leases have their own."
    })
final class LabCommand implements Subcommand {

  @Spec private CommandSpec spec = CommandSpec.create();

  /** No kind was named. */
  @Override
  public ExitCode run(CommandContext context) {
    context.err().print(spec.commandLine().getUsageMessage());
    return ExitCode.USAGE;
  }

  /** {@code holdfast lab list}. */
  @Command(name = "list", description = "Shows every case, and why one cannot be run here.")
  static final class ListCases implements Subcommand {

    @Override
    public ExitCode run(CommandContext context) {
      Facilities facilities = Facilities.here();
      LabText text = new LabText(context.columns(), context.paint());
      for (LabCase labCase : LabCases.ALL) {
        String reason = labCase.unavailabilityReason(facilities).orElse("");
        context.out().print(text.listed(labCase, reason));
      }
      for (StorageKind kind : StorageKind.values()) {
        String reason = kind.unavailabilityReason(facilities).orElse("");
        for (StorageCase shared : kind.cases()) {
          context.out().print(text.listed(shared, reason));
        }
      }
      String noGuests = new RenewalLab(facilities, Main.class).unavailabilityReason().orElse("");
      for (RenewalCase renewal : RenewalCase.ALL) {
        context.out().print(text.listed(renewal, noGuests));
      }
      for (CampaignCase campaign : CampaignCase.ALL) {
        context.out().print(text.listed(campaign, noGuests));
      }
      CutLab cuts = new CutLab(facilities);
      for (CutCase cut : CutCase.ALL) {
        context.out().print(text.listed(cut, cuts.unavailabilityReason(cut).orElse("")));
      }
      return ExitCode.OK;
    }
  }

  /** A kind of storage that is made in this kernel. */
  private abstract static class Kind extends LabKindCommand {

    private final String group;

    Kind(String group) {
      this.group = group;
    }

    /** The cases that were asked for. */
    List<LabCase> cases() throws CommandFailure {
      return LabCases.ofGroup(group);
    }

    @Override
    final void runCases(CommandContext context, Consumer<LabEvent> listener)
        throws CommandFailure, IOException {
      new Lab(Facilities.here()).run(cases(), listener);
    }

    /** The group's cases with a word in their id, between slashes. */
    final List<LabCase> casesWith(String option, @Nullable String word) throws CommandFailure {
      List<LabCase> all = LabCases.ofGroup(group);
      if (word == null) {
        return all;
      }
      List<LabCase> chosen = all.stream().filter(hasWord(word)).toList();
      if (chosen.isEmpty()) {
        throw CommandFailure.usage(
            "there is no " + option + " '" + RawArguments.readable(word) + "'",
            "known: " + words(all));
      }
      return chosen;
    }

    private static Predicate<LabCase> hasWord(String word) {
      return labCase -> wordsOf(labCase).contains(word);
    }

    private static String words(List<LabCase> cases) {
      return cases.stream()
          .map(labCase -> wordsOf(labCase).get(0))
          .distinct()
          .collect(Collectors.joining(", "));
    }

    /** What was made comes first; the group and how many mounts there are is no name of it. */
    private static List<String> wordsOf(LabCase labCase) {
      List<String> words = new ArrayList<>(Arrays.asList(labCase.id().split("/")));
      words.remove(labCase.group());
      words.remove("two-mounts");
      return words;
    }
  }

  /** {@code holdfast lab loop}. */
  @Command(name = "loop", description = "Real file systems on loop devices.")
  static final class Loop extends Kind {

    @Option(names = "--fs", paramLabel = "NAME", description = "ext4, xfs or btrfs only.")
    private @Nullable String fileSystem;

    Loop() {
      super("loop");
    }

    @Override
    List<LabCase> cases() throws CommandFailure {
      return casesWith("--fs", fileSystem);
    }
  }

  /** {@code holdfast lab tmpfs}. */
  @Command(name = "tmpfs", description = "Memory that answers every barrier with success.")
  static final class Tmpfs extends Kind {
    Tmpfs() {
      super("tmpfs");
    }
  }

  /** {@code holdfast lab overlay}. */
  @Command(name = "overlay", description = "Overlays: plain, volatile, and two that share.")
  static final class Overlay extends Kind {
    Overlay() {
      super("overlay");
    }
  }

  /** {@code holdfast lab fuse}. */
  @Command(name = "fuse", description = "FUSE file systems that lie, mounted once and twice.")
  static final class Fuse extends Kind {

    @Option(
        names = "--mode",
        paramLabel = "M",
        description = "One of them only: forwarded, local, granted, no-locks, two-winners, …")
    private @Nullable String mode;

    Fuse() {
      super("fuse");
    }

    @Override
    List<LabCase> cases() throws CommandFailure {
      return casesWith("--mode", mode);
    }
  }

  /** {@code holdfast lab paths}. */
  @Command(name = "paths", description = "Two paths to one place, and two that only look so.")
  static final class Paths extends Kind {
    Paths() {
      super("paths");
    }
  }

  /** {@code holdfast lab bad-directory}. */
  @Command(name = "bad-directory", description = "Directories that cannot be asked.")
  static final class BadDirectory extends Kind {
    BadDirectory() {
      super("bad-directory");
    }
  }
}
