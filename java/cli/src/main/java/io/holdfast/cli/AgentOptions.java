package io.holdfast.cli;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.AgentFile;
import io.holdfast.litmus.AgentLauncher;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.RemoteHost;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How agents of several members are started, as a command line names it, and their paths. */
abstract class AgentOptions {

  private static final List<String> SSH =
      List.of("ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10");

  @Option(
      names = "--rsh",
      paramLabel = "CMD",
      description = "Call CMD HOST COMMAND instead of ssh.")
  private @Nullable String rsh;

  @Option(
      names = "--member",
      paramLabel = "NAME=CMDLINE",
      description = "A member whose agent CMDLINE starts (a namespace, a container, a guest).")
  private List<String> commands = new ArrayList<>();

  @Option(
      names = "--path",
      paramLabel = "NAME=DIR",
      description = "The path where a member has the place elsewhere than at DIR.")
  private List<String> paths = new ArrayList<>();

  /** Whether somebody is named, or how to reach them. */
  final boolean nameAgents() {
    return rsh != null || !commands.isEmpty() || !paths.isEmpty();
  }

  /**
   * Members by one command line; nobody is called yet.
   *
   * @param here the place, but for those with a path of their own
   * @param option which names hosts
   * @param hosts a list of them; null: there are none
   * @param processes so many members on this host
   */
  final Members open(RawPath here, String option, @Nullable String hosts, int processes)
      throws CommandFailure {
    Map<String, AgentLauncher> launchers = new LinkedHashMap<>();
    List<RemoteHost> remote = addHosts(option, hosts, launchers);
    for (String command : commands) {
      String[] parts = named("--member", command, "NAME=CMDLINE");
      put(launchers, parts[0], () -> shell(parts[1]));
    }
    if (processes < 0 || processes > LitmusRequest.MEMBER_LIMIT) {
      throw CommandFailure.usage("--processes is 1 to " + LitmusRequest.MEMBER_LIMIT, null);
    }
    for (int i = 1; i <= processes; i++) {
      put(launchers, "process-" + i, new LocalAgentLauncher());
    }
    checkCount(launchers.size());
    Map<String, RawPath> directories = directories(launchers.keySet());
    List<LitmusMember> members = new ArrayList<>();
    launchers.forEach(
        (name, agents) ->
            members.add(new LitmusMember(name, agents, directories.getOrDefault(name, here))));
    return new Members(members, remote);
  }

  /** The path of a directory on a command line. */
  static RawPath place(String directory) throws CommandFailure {
    if (directory.isEmpty()) {
      throw CommandFailure.usage("DIR is empty", ". is the current directory");
    }
    return RawArguments.path(directory);
  }

  /** A number of members within the limits, or a complaint of least, most and this number. */
  static void checkRange(int members, String complaint, String hint) throws CommandFailure {
    int least = LitmusRequest.MEMBER_MINIMUM;
    int most = LitmusRequest.MEMBER_LIMIT;
    if (members < least || members > most) {
      throw CommandFailure.usage(complaint.formatted(least, most, members), hint);
    }
  }

  /** Refuses a number of members that cannot take part. */
  abstract void checkCount(int members) throws CommandFailure;

  private List<RemoteHost> addHosts(
      String option, @Nullable String hosts, Map<String, AgentLauncher> launchers)
      throws CommandFailure {
    if (hosts == null) {
      if (rsh != null) {
        throw CommandFailure.usage(
            "--rsh is how " + option + " are reached, and there are none", null);
      }
      return List.of();
    }
    List<String> shell = rsh == null ? SSH : List.of(rsh.strip().split(" +", -1));
    if (shell.get(0).isEmpty()) {
      throw CommandFailure.usage("--rsh is empty", null);
    }
    AgentFile file;
    try {
      file = AgentFile.read();
    } catch (IOException e) {
      throw CommandFailure.environment(String.valueOf(e.getMessage()), null);
    }
    List<RemoteHost> remote = new ArrayList<>();
    for (String host : HostPattern.hosts(hosts, LitmusRequest.MEMBER_LIMIT)) {
      RemoteHost there = new RemoteHost(host, shell, file, NanoClock.system());
      remote.add(there);
      put(launchers, host, there);
    }
    return remote;
  }

  private Map<String, RawPath> directories(Set<String> names) throws CommandFailure {
    Map<String, RawPath> directories = new HashMap<>();
    for (String path : paths) {
      String[] parts = named("--path", path, "NAME=DIR");
      if (!names.contains(parts[0])) {
        throw CommandFailure.usage(
            "--path: there is no member '" + RawArguments.readable(parts[0]) + "'",
            "members: " + String.join(", ", names));
      }
      if (directories.put(parts[0], RawArguments.path(parts[1])) != null) {
        throw CommandFailure.usage("--path names the member " + parts[0] + " twice", null);
      }
    }
    return directories;
  }

  /** The two parts of an option's {@code NAME=SOMETHING}. */
  static String[] named(String option, String pair, String form) throws CommandFailure {
    int equals = pair.indexOf('=');
    if (equals < 1 || equals == pair.length() - 1) {
      throw CommandFailure.usage(option + " wants " + form, null);
    }
    return new String[] {pair.substring(0, equals), pair.substring(equals + 1)};
  }

  private static void put(Map<String, AgentLauncher> launchers, String name, AgentLauncher agents)
      throws CommandFailure {
    if (!LitmusMember.isName(name)) {
      throw CommandFailure.usage(
          "a member's name has 1 to " + LitmusMember.NAME_LIMIT + " visible characters",
          "not '" + RawArguments.readable(name) + "'");
    }
    if (launchers.putIfAbsent(name, agents) != null) {
      throw CommandFailure.usage("two members are named " + name, null);
    }
  }

  private static Process shell(String bytewise) throws IOException {
    return new ProcessBuilder("sh", "-c", RawArguments.readable(bytewise))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
