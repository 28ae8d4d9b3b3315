package io.holdfast.cli;

import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.carried.AgentHost;
import io.holdfast.litmus.carried.CarriedAgents;
import io.holdfast.litmus.carried.CarriedAgents.Guest;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A litmus among the processes of a group: member 0 asks and tells, the others let their agents
 * take part and end as it does.
 */
final class CarriedLitmus {

  /** What member 0 may need beyond its deadline: to end its agents, and to tell. */
  private static final long GRACE_NANOS = 10_000_000_000L;

  private final Membership membership;
  private final @Nullable NamedGroup group;
  private final RawPath directory;
  private final long deadlineNanos;

  /**
   * @param group as the command line names it; null: the group that started this process
   * @param directory the place as this process sees it
   * @param deadlineNanos how long all of it may take once the group is there
   */
  CarriedLitmus(
      Membership membership, @Nullable NamedGroup group, RawPath directory, long deadlineNanos) {
    this.membership = membership;
    this.group = group;
    this.directory = directory;
    this.deadlineNanos = deadlineNanos;
  }

  /** What member 0 does with all members. */
  @FunctionalInterface
  interface Asking {

    /**
     * Asks, and tells what came out.
     *
     * @param leftNanos how long the questions may take
     */
    ExitCode ask(List<LitmusMember> members, long leftNanos) throws Exception;
  }

  /** As a member of the group. */
  ExitCode run(Asking asking) throws Exception {
    try (Exchange exchange = membership.join(group)) {
      MemberOptions.checkMembers(exchange.members());
      long deadline = membership.clock().nanoTime() + deadlineNanos;
      return exchange.rank() == 0
          ? lead(exchange, deadline, asking)
          : OnSignal.during(ending -> follow(exchange, deadline + GRACE_NANOS, ending));
    }
  }

  private ExitCode lead(Exchange exchange, long deadline, Asking asking) throws Exception {
    CarriedAgents agents = new CarriedAgents(exchange, membership.clock());
    ExitCode told = ExitCode.ENVIRONMENT;
    try {
      List<LitmusMember> members = members(agents, deadline);
      told = asking.ask(members, deadline - membership.clock().nanoTime());
      return told;
    } catch (CommandFailure e) {
      told = e.exitCode();
      Optional<String> broken = agents.failure();
      throw broken.isPresent() && !e.isTold() ? afterLoss(e, broken.get()) : e;
    } finally {
      agents.over(told.name());
    }
  }

  /** Where the loss is all that is to be said, the member that was asked just then is no reason. */
  private static CommandFailure afterLoss(CommandFailure failure, String loss) {
    String message = String.valueOf(failure.getMessage());
    return CommandFailure.environment(
        message.contains(loss) ? "the group cannot be asked: " + loss : message + "; " + loss,
        failure.hint());
  }

  private List<LitmusMember> members(CarriedAgents agents, long deadline) throws CommandFailure {
    List<Guest> guests;
    try {
      guests = agents.await(deadline);
    } catch (ExchangeException e) {
      throw CommandFailure.environment("the group cannot be asked: " + e.getMessage(), null);
    }
    List<String> names = new ArrayList<>(List.of(name()));
    guests.forEach(guest -> names.add(guest.name()));
    List<LitmusMember> members = new ArrayList<>();
    members.add(new LitmusMember(unique(names, 0), new LocalAgentLauncher(), directory));
    for (Guest guest : guests) {
      String name = unique(names, guest.rank());
      members.add(new LitmusMember(name, agents.at(guest.rank()), guest.directory()));
    }
    return members;
  }

  private ExitCode follow(Exchange exchange, long deadline, BooleanSupplier ending)
      throws CommandFailure {
    AgentHost host = new AgentHost(exchange, membership.clock(), new LocalAgentLauncher());
    try {
      Optional<String> word = host.serve(name(), directory, deadline, ending);
      OnSignal.goOn(word::isEmpty);
      return ExitCode.valueOf(word.orElseThrow());
    } catch (ExchangeException e) {
      throw CommandFailure.environment("member " + exchange.rank() + ": " + e.getMessage(), null);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.environment("member 0 has no word for what came out", null);
    }
  }

  /** In a group that is named, as it is there; else the host's. */
  private String name() {
    return group == null ? membership.identity().hostName() : group.name();
  }

  /** A member's name, or, where another has it too or it is none, its rank behind or instead. */
  private static String unique(List<String> names, int rank) {
    String name = names.get(rank);
    String numbered = name + "/" + rank;
    if (!LitmusMember.isName(numbered)) {
      return "rank-" + rank;
    }
    return names.stream().filter(name::equals).count() == 1 ? name : numbered;
  }
}
