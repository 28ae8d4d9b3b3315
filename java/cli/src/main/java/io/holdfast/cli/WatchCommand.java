package io.holdfast.cli;

import io.holdfast.durable.Name;
import io.holdfast.litmus.HostIdentity;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.ConfigurationFile;
import io.holdfast.qualification.Coordinator;
import io.holdfast.qualification.EpochFile;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RootEpoch;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast watch}: a verdict that expires, renewed by all members of a group together. */
@Command(
    name = "watch",
    header = "Does it still hold between hosts? Asked again and again.",
    description = {
      "Qualifies a shared directory together with the other members of a group, and again at each"
          + " interval. Ends at once when it does not hold any more: what was shown before never"
          + " counts again. Keeps "
          + ".cluster-filesystem.lock, "
          + ConfigurationFile.NAME
          + " and the epoch in DIR.",
      ""
    },
    sortOptions = false,
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  mpirun -np 4 holdfast-mpi -- holdfast watch /shared/state",
      "  holdfast watch /shared/state --group members --name a --secret key \\",
      "      --metrics /var/lib/node_exporter/holdfast.prom",
      "",
      "Exit codes: 0 ended as asked, 2 usage, 4 cannot be asked, 65 not qualified at the start,",
      "70 failed closed at run time, 128 + n ended by signal n."
    })
final class WatchCommand implements Subcommand {

  private static final String OCCUPIED =
      "another job is at work in the directory: it holds a lock on "
          + EpochFile.NAME
          + "; give this job a directory of its own, or end the other one; when there is none (its"
          + " client crashed, and the file server waits for it), give the epoch that the file holds"
          + " by --epoch";

  @Parameters(paramLabel = "DIR", description = "The shared directory.")
  private String directory = "";

  @Mixin private RenewalOptions renewal = new RenewalOptions();

  @Mixin private EpochOption epoch = new EpochOption();

  @Mixin private CarrierOptions carrier = new CarrierOptions();

  @Option(
      names = "--generations",
      paramLabel = "N",
      description = "End well after generation N; the same for all members. For ever by default.")
  private long generations = Long.MAX_VALUE;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Keep the last generation in FILE as JSON; - prints one a line, not text.")
  private @Nullable String json;

  @Option(
      names = "--metrics",
      paramLabel = "FILE",
      description = "Keep the counters in FILE for Prometheus; %r is the member's rank.")
  private @Nullable String metrics;

  @Option(
      names = "--evidence",
      paramLabel = "FILE",
      description = "Keep in FILE what the last generation showed, as long as it holds.")
  private @Nullable String evidence;

  @Option(
      names = "--redact",
      description = "Replace host names, paths and mount sources in every output.")
  private boolean redact;

  @Override
  public ExitCode run(CommandContext context) throws Exception {
    if (directory.isEmpty()) {
      throw CommandFailure.usage("DIR is empty", ". is the current directory");
    }
    if (generations < 1) {
      throw CommandFailure.usage("--generations is 1 or more", "--interval 0 asks once");
    }
    QualificationOptions options = renewal.options();
    long probeNanos = RenewalOptions.probeNanos(options.configuration());
    NamedGroup group = carrier.group();
    RawPath root = RawArguments.path(directory);
    Machine machine = context.machine();
    WatchOutput.forgetEvidence(machine.posix(), evidence);
    Membership membership = machine.membership();
    OwnStorage ownStorage =
        OnSignal.during(
            ending -> OwnStorage.asked(machine, root, renewal.profile(), probeNanos, ending));
    Start start = new Start(options, ownStorage, Optional.empty());
    try (Exchange exchange = membership.join(group);
        Start own = exchange.rank() == 0 ? withEpoch(start, machine.posix(), root) : start) {
      WatchOutput output = output(context, exchange, membership);
      Coordinator coordinator = coordinator(machine.posix(), root, membership, exchange);
      output.begin(options.configuration());
      return OnSignal.during(
          ending ->
              new Watch(
                      coordinator,
                      own.options(),
                      membership,
                      own.storage(),
                      output::tell,
                      () -> ending.getAsBoolean() || output.isBroken())
                  .run(generations));
    }
  }

  /**
   * With what a member begins.
   *
   * @param claim what keeps other jobs from the root's epoch as long as this one runs
   */
  private record Start(QualificationOptions options, OwnStorage storage, Optional<Descriptor> claim)
      implements AutoCloseable {

    Start failing(String reason) {
      return new Start(options, storage.failing(reason), claim);
    }

    @Override
    public void close() {
      claim.ifPresent(Descriptor::close);
    }
  }

  /** Member 0 chooses the epoch; what keeps it from that is told to all members. */
  private Start withEpoch(Start start, Posix posix, RawPath root) throws CommandFailure {
    if (start.storage().failure().isPresent()) {
      return start;
    }
    try {
      Epoch chosen = epoch.of(posix, root);
      QualificationOptions options = start.options().withEpoch(chosen);
      Start begun = new Start(options, start.storage(), Optional.empty());
      Optional<String> foreign =
          new RootEpoch(posix, root, Name.of(EpochFile.NAME)).foreign(chosen);
      if (foreign.isPresent()) {
        return begun.failing(foreign.get());
      }
      if (!epoch.isTheRoots()) {
        return begun;
      }
      Optional<Descriptor> claim = EpochOption.claim(posix, root);
      return claim.isEmpty() ? begun.failing(OCCUPIED) : new Start(options, start.storage(), claim);
    } catch (IOException e) {
      return start.failing("no epoch: " + e.getMessage());
    }
  }

  private static Coordinator coordinator(
      Posix posix, RawPath root, Membership membership, Exchange exchange) {
    int rank = exchange.rank();
    return new Coordinator(
        exchange,
        membership.hands(root),
        new ConfigurationFile(posix, root),
        () -> Member.on(membership.identity(), rank),
        membership.clock());
  }

  private WatchOutput output(CommandContext context, Exchange exchange, Membership membership)
      throws CommandFailure, BindingUnavailableException, PosixException {
    boolean lines = ReportFile.STANDARD_OUTPUT.equals(json);
    WatchOutput output =
        new WatchOutput(context, Watch.group(exchange, membership), lines, secrets(membership));
    Posix posix = context.machine().posix();
    output.addFile(posix, "--json", lines ? null : json, WatchOutput.documents());
    output.addFile(posix, "--metrics", metrics, WatchOutput.metrics());
    output.addEvidence(posix, evidence);
    return output;
  }

  private Optional<List<String>> secrets(Membership membership) {
    HostIdentity host = membership.identity();
    return redact
        ? Optional.of(
            List.of(RawArguments.path(directory).toString(), host.hostName(), host.bootId()))
        : Optional.empty();
  }
}
