package io.holdfast.lab.shared;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.guest.Guest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Inside of the lab's namespaces: a client is frozen while its coordinators stand at every step of
 * a transition, another takes all over, the first wakes and does its late steps.
 */
final class FrozenHolderMain {

  private static final int SECONDS = 60;
  private static final int ERROR_LINES = 9;

  /** Below the limit of the whole test: a program that hangs is told by name. */
  private static final int TALK_SECONDS = 200;

  private final NfsGuests guests;
  private final Path scratch;

  private FrozenHolderMain(NfsGuests guests, Path scratch) {
    this.guests = guests;
    this.scratch = scratch;
  }

  public static void main(String[] arguments) throws Exception {
    Path scratch = LabNamespace.enter(arguments[0]);
    NfsGuests guests = new NfsGuests(scratch.resolve("guests"));
    String options = "vers=4.2,actimeo=0";
    guests.mount(options, options);
    FrozenHolderMain lab = new FrozenHolderMain(guests, scratch);
    lab.noLateStepHarmsAMovedFence();
    lab.aLateStepIsLostOnAnUpdateLock();
  }

  private void noLateStepHarmsAMovedFence() throws Exception {
    Map<Integer, LateStep> steps = freezeAtEachStep("FENCE");
    tell("FENCE", steps);
    assertThat(steps).allSatisfy((number, step) -> assertThat(step.isHarmless()).isTrue());
    assertThat(steps.values())
        .extracting(LateStep::way)
        .contains(LateStep.CLAIMED, LateStep.REPLAYED);
    assertThat(steps.values()).extracting(LateStep::holder).contains(LateStep.BEGUN);
  }

  /** The lock does not protect the rename: a table with update locks says so, and this is why. */
  private void aLateStepIsLostOnAnUpdateLock() throws Exception {
    Map<Integer, LateStep> steps = freezeAtEachStep("FLOCK");
    tell("FLOCK", steps);
    assertThat(steps.values()).anyMatch(step -> !step.isHarmless());
    assertThat(steps.values()).anyMatch(LateStep::isHarmless);
  }

  private static void tell(String protocol, Map<Integer, LateStep> steps) {
    Map<LateStep, Long> counted =
        steps.values().stream().collect(groupingBy(it -> it, LinkedHashMap::new, counting()));
    counted.forEach(
        (step, times) ->
            System.out.printf("{%s: %d of %d %s}%n", protocol, times, steps.size(), step));
  }

  private Map<Integer, LateStep> freezeAtEachStep(String protocol) throws Exception {
    Guest alpha = guests.alpha().guest();
    Guest beta = guests.beta().guest();
    String table = ClientGuest.MOUNT_POINT + "/frozen-" + protocol;
    alpha.run(SECONDS, "mkdir", "-m", "700", table);
    try (StepTalk holder = start(alpha, SteppedHolderMain.class, List.of(table, protocol))) {
      String stopped = holder.await("stopped ", TALK_SECONDS);
      String count = stopped.substring(stopped.indexOf(' ') + 1);
      alpha.freeze();
      List<String> more = List.of(table, protocol, count);
      try (StepTalk rescuer = start(beta, RescuerMain.class, more)) {
        rescuer.await("taken", TALK_SECONDS);
        alpha.thaw();
        holder.goOn();
        Map<Integer, String[]> late = holder.answers(TALK_SECONDS);
        rescuer.goOn();
        Map<Integer, String[]> kept = rescuer.answers(TALK_SECONDS);
        assertThat(kept.keySet()).isEqualTo(late.keySet()).hasSize(Integer.parseInt(count));
        Map<Integer, LateStep> steps = new TreeMap<>();
        late.forEach((number, said) -> steps.put(number, LateStep.of(said, kept.get(number))));
        return steps;
      }
    }
  }

  private StepTalk start(Guest guest, Class<?> program, List<String> arguments) throws IOException {
    List<String> java = LabNamespace.java(program, arguments, SpeakingProgram.MEMORY);
    Process process =
        new ProcessBuilder(SpeakingProgram.commandLine(guest, java))
            .redirectError(scratch.resolve(program.getSimpleName() + ".errors").toFile())
            .start();
    return new StepTalk(process, () -> SpeakingProgram.errors(guest, ERROR_LINES));
  }
}
