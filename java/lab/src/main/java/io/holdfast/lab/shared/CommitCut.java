package io.holdfast.lab.shared;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.Observation;
import io.holdfast.lab.Outcome;
import io.holdfast.lab.RigException;
import io.holdfast.lease.TableManifest.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Coordinators at alpha stand at each step of a commit in a lease table; alpha is cut off beyond
 * their leases, a coordinator at beta takes everything over, alpha comes back, and they do their
 * late steps. Used by one thread.
 */
final class CommitCut implements CutRun {

  static final String LATE_STEPS = "late_steps";
  static final String HARMLESS = "harmless";

  static final String SOME_HARM = "some harm";
  static final String UNDER_WAY = "under_way";
  static final String YES = "yes";

  private static final String TABLE = "table";

  private static final int START_SECONDS = 120;
  private static final int TAKE_SECONDS = 240;
  private static final int LATE_SECONDS = 200;

  /** Time enough for an answer, were the client not cut off. */
  private static final int UNDER_WAY_SECONDS = 2;

  /** Some do not come back: they are shut out. */
  private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** What is answered of a name that is not there, by a server alone. */
  private static final String ABSENT = "ENOENT";

  private static final int SHOWN_STEPS = 3;

  private final SpacedClients clients;
  private final Path scratch;
  private final Protocol protocol;
  private final boolean underWay;
  private final Progress progress;
  private final Map<String, String> answers = new LinkedHashMap<>();

  /**
   * @param scratch a directory for what coordinators say of their own failures
   * @param underWay whether the late steps are begun before alpha comes back, so that they arrive
   *     then
   */
  CommitCut(
      SpacedClients clients, Path scratch, Protocol protocol, boolean underWay, Progress progress) {
    this.clients = clients;
    this.scratch = scratch;
    this.protocol = protocol;
    this.underWay = underWay;
    this.progress = progress;
  }

  @Override
  public Observation run() throws IOException {
    long begun = System.nanoTime();
    try (AgentHand alpha = AgentHand.in(clients.alpha().mountPoint())) {
      alpha.must("mkdir 0 " + AgentHand.hex(TABLE));
      return run(alpha, begun);
    }
  }

  private Observation run(AgentHand alpha, long begun) throws IOException {
    try (StepTalk holder = start(clients.alpha(), SteppedHolderMain.class)) {
      String stopped = holder.await("stopped ", START_SECONDS);
      String count = stopped.substring(stopped.indexOf(' ') + 1);
      answers.put("steps", count);
      clients.alpha().network().cut();
      long cut = System.nanoTime();
      progress.tell("alpha has " + count + " leases, each at another step, and is cut off");
      try (StepTalk rescuer = start(clients.beta(), RescuerMain.class, count)) {
        rescuer.await("taken", TAKE_SECONDS);
        String after = CutRun.seconds(System.nanoTime() - cut);
        answers.put("taken_over_after", after);
        progress.tell("beta has taken all over " + after + " after the cut");
        comeBack(alpha, holder, cut);
        Map<Integer, String[]> late = holder.answers(LATE_SECONDS);
        progress.tell("alpha has done its late steps");
        rescuer.goOn();
        return judged(late, rescuer.answers(LATE_SECONDS), System.nanoTime() - begun);
      }
    }
  }

  private void comeBack(AgentHand alpha, StepTalk holder, long cut) throws IOException {
    if (underWay) {
      holder.goOn();
      answers.put(UNDER_WAY, holder.isSilent(UNDER_WAY_SECONDS) ? YES : "answered at once");
    }
    clients.alpha().network().heal();
    progress.tell("alpha is back after " + CutRun.seconds(System.nanoTime() - cut));
    if (!underWay) {
      awaitConnection(alpha);
      holder.goOn();
    }
  }

  /** Late calls are to reach the server: a client that has not noticed yet refuses them itself. */
  private void awaitConnection(AgentHand alpha) throws IOException {
    long healed = System.nanoTime();
    String answer = "";
    while (!answer.equals(ABSENT) && System.nanoTime() - healed < CONNECT_NANOS) {
      answer = alpha.call("stat 0 " + AgentHand.hex("nothing")).word();
      LockSupport.parkNanos(LOOK_NANOS);
    }
    answers.put("alpha_sees_the_server", answer.equals(ABSENT) ? YES : answer);
  }

  private StepTalk start(SpacedClients.Client client, Class<?> program, String... more)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(client.mountPoint().resolve(TABLE).toString());
    words.add(protocol.name());
    words.addAll(List.of(more));
    Path errors = scratch.resolve(client.name() + ".errors");
    Process process =
        new ProcessBuilder(LabNamespace.java(program, words))
            .redirectError(errors.toFile())
            .start();
    return new StepTalk(process, () -> client.name() + ": " + Files.readString(errors).strip());
  }

  private Observation judged(Map<Integer, String[]> late, Map<Integer, String[]> kept, long nanos)
      throws RigException {
    Map<Integer, LateStep> steps = new TreeMap<>();
    for (Map.Entry<Integer, String[]> said : late.entrySet()) {
      String[] taken = kept.get(said.getKey());
      if (taken == null) {
        throw new RigException("beta said nothing of step " + said.getKey());
      }
      steps.put(said.getKey(), LateStep.of(said.getValue(), taken));
    }
    Map<LateStep, Long> counted =
        steps.values().stream().collect(groupingBy(it -> it, LinkedHashMap::new, counting()));
    int row = 0;
    for (Map.Entry<LateStep, Long> one : counted.entrySet()) {
      answers.put("way_" + ++row, one.getValue() + " times " + one.getKey().inWords());
    }
    List<String> harmful =
        steps.entrySet().stream()
            .filter(step -> !step.getValue().isHarmless())
            .map(step -> "step " + step.getKey() + ": " + step.getValue().inWords())
            .toList();
    answers.put(LATE_STEPS, harmful.isEmpty() ? HARMLESS : SOME_HARM);
    String ends =
        harmful.isEmpty()
            ? "all of " + steps.size() + " late steps were refused or harmless"
            : harmful.size()
                + " of "
                + steps.size()
                + " late steps harm: "
                + String.join("; ", harmful.stream().limit(SHOWN_STEPS).toList());
    return new Observation(
        harmful.isEmpty() ? Outcome.QUALIFIED : Outcome.REFUTED,
        "taken over " + answers.get("taken_over_after") + " after the cut; " + ends,
        "",
        answers,
        Map.of(),
        List.of(),
        List.of(),
        nanos);
  }
}
