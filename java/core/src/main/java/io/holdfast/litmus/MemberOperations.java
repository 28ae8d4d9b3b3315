package io.holdfast.litmus;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The operations of a state root, done by every member through its own agent. */
final class MemberOperations implements AutoCloseable {

  private final List<ProbeDir> directories = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<Map<Question, Interview.Experiment>> ofMembers = new ArrayList<>();

  /** Gives a member two directories of its own in the tree. */
  void add(Participant member, AgentPosix posix, byte[] tree) throws PosixException {
    int number = names.size();
    Descriptor root = ProbeDir.openDirectory(posix, AgentPosix.ROOT, tree);
    ProbeDir top = keep(new ProbeDir(posix, root));
    ProbeDir home = keep(top.makeDir("operations-" + number));
    ProbeDir publication = keep(top.makeDir("publication-" + number));
    BarrierReach reach = BarrierReach.of(member.mount(), 0);
    names.add(member.name());
    ofMembers.add(new LocalProbe(home, publication, reach).experiments());
  }

  /** One experiment for each question: the first member that cannot do it decides. */
  Map<Question, Interview.Experiment> experiments() {
    Map<Question, Interview.Experiment> all = new LinkedHashMap<>();
    for (Question question : ofMembers.get(0).keySet()) {
      List<Interview.Experiment> each = new ArrayList<>();
      ofMembers.forEach(m -> each.add(new EnumMap<>(m).get(question)));
      all.put(question, deadline -> all(each, deadline));
    }
    return all;
  }

  private Outcome all(List<Interview.Experiment> each, long deadline)
      throws Stopped, LitmusException {
    Outcome first = Outcome.qualified("");
    for (int i = 0; i < each.size(); i++) {
      Outcome outcome = outcome(each.get(i), deadline);
      if (!outcome.isQualified()) {
        return named(names.get(i), outcome);
      }
      first = i == 0 ? outcome : first;
    }
    return Outcome.qualified("each of " + each.size() + " members: " + first.evidence());
  }

  private static Outcome outcome(Interview.Experiment experiment, long deadline)
      throws LitmusException {
    try {
      return experiment.run(deadline);
    } catch (Stopped e) {
      return e.outcome();
    } catch (AgentLost e) {
      return e.outcome();
    } catch (PosixException e) {
      if (Unaskable.isOfTheMoment(e.errno())) {
        throw new LitmusException(e.operation() + " answered " + e.errno(), e);
      }
      return Outcome.refuted(e.operation() + " answered " + e.errno(), e.errno());
    }
  }

  private static Outcome named(String member, Outcome outcome) {
    String text = member + ": " + outcome.verdict().explanation();
    Verdict verdict = outcome.isRefuted() ? Verdict.refuted(text) : Verdict.inconclusive(text);
    return new Outcome(verdict, outcome.errno(), outcome.evidence());
  }

  private ProbeDir keep(ProbeDir directory) {
    directories.add(0, directory);
    return directory;
  }

  /** The deepest first; a directory of a lost agent is closed already. */
  @Override
  public void close() {
    for (ProbeDir directory : directories) {
      try {
        directory.close();
      } catch (AgentLost e) {
        // Its handles went with it.
      }
    }
  }
}
