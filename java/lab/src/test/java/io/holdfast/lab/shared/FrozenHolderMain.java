package io.holdfast.lab.shared;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.RigException;
import io.holdfast.lab.guest.Guest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
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
  private static final String BEGUN = "Begun";
  private static final String COMPLETED = "Completed";

  private final NfsGuests guests;
  private final Path scratch;

  private FrozenHolderMain(NfsGuests guests, Path scratch) {
    this.guests = guests;
    this.scratch = scratch;
  }

  /**
   * What came of one step.
   *
   * @param holder what the commit of the frozen holder was answered
   * @param afterwards what its completion was answered
   * @param way how the id was taken over: claimed or replayed
   * @param kept whether it was still its taker's when the holder had done all its late steps
   * @param end what the taker's completion was answered, where it had claimed
   */
  private record Step(String holder, String afterwards, String way, boolean kept, String end) {

    boolean isHarmless() {
      boolean holderHasNothing = !afterwards.equals(COMPLETED);
      boolean holderWasTold = !way.equals("claimed") || !holder.equals(BEGUN);
      return kept
          && holderHasNothing
          && holderWasTold
          && (end.equals("-") || end.equals(COMPLETED));
    }
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
    Map<Integer, Step> steps = freezeAtEachStep("FENCE");
    tell("FENCE", steps);
    assertThat(steps).allSatisfy((number, step) -> assertThat(step.isHarmless()).isTrue());
    assertThat(steps.values()).extracting(Step::way).contains("claimed", "replayed");
    assertThat(steps.values()).extracting(Step::holder).contains(BEGUN);
  }

  /** The lock does not protect the rename: a table with update locks says so, and this is why. */
  private void aLateStepIsLostOnAnUpdateLock() throws Exception {
    Map<Integer, Step> steps = freezeAtEachStep("FLOCK");
    tell("FLOCK", steps);
    assertThat(steps.values()).anyMatch(step -> !step.isHarmless());
    assertThat(steps.values()).anyMatch(Step::isHarmless);
  }

  private static void tell(String protocol, Map<Integer, Step> steps) {
    Map<Step, Long> counted =
        steps.values().stream().collect(groupingBy(it -> it, LinkedHashMap::new, counting()));
    counted.forEach(
        (step, times) ->
            System.out.printf("{%s: %d of %d %s}%n", protocol, times, steps.size(), step));
  }

  private Map<Integer, Step> freezeAtEachStep(String protocol) throws Exception {
    Guest alpha = guests.alpha().guest();
    Guest beta = guests.beta().guest();
    String table = ClientGuest.MOUNT_POINT + "/frozen-" + protocol;
    alpha.run(SECONDS, "mkdir", "-m", "700", table);
    try (Talk holder = new Talk(alpha, SteppedHolderMain.class, List.of(table, protocol))) {
      String stopped = holder.await("stopped ");
      String count = stopped.substring(stopped.indexOf(' ') + 1);
      alpha.freeze();
      try (Talk rescuer = new Talk(beta, RescuerMain.class, List.of(table, protocol, count))) {
        rescuer.await("taken");
        alpha.thaw();
        Map<Integer, String[]> late = holder.goOn();
        Map<Integer, String[]> kept = rescuer.goOn();
        assertThat(kept.keySet()).isEqualTo(late.keySet()).hasSize(Integer.parseInt(count));
        Map<Integer, Step> steps = new TreeMap<>();
        late.forEach((number, said) -> steps.put(number, step(said, kept.get(number))));
        return steps;
      }
    }
  }

  private static Step step(String[] late, String[] kept) {
    return new Step(late[0], late[1], kept[0], Boolean.parseBoolean(kept[1]), kept[2]);
  }

  /** A program in a guest, and what it says. */
  private final class Talk implements AutoCloseable {

    private final Guest guest;
    private final Process process;
    private final BufferedReader said;

    Talk(Guest guest, Class<?> program, List<String> arguments) throws IOException {
      this.guest = guest;
      Path errors = scratch.resolve(program.getSimpleName() + ".errors");
      List<String> java = LabNamespace.java(program, arguments, SpeakingProgram.MEMORY);
      process =
          new ProcessBuilder(SpeakingProgram.commandLine(guest, java))
              .redirectError(errors.toFile())
              .start();
      said = process.inputReader(StandardCharsets.US_ASCII);
    }

    String await(String beginning) throws IOException {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        if (line.startsWith(beginning)) {
          return line;
        }
      }
      throw early();
    }

    /** Says the one word that it waits for. @return what it says of each step */
    Map<Integer, String[]> goOn() throws IOException {
      Writer told = process.outputWriter(StandardCharsets.US_ASCII);
      told.write("on\n");
      told.flush();
      Map<Integer, String[]> answers = new TreeMap<>();
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        if (line.equals("over")) {
          return answers;
        }
        String[] words = line.split(" ", 2);
        answers.put(Integer.valueOf(words[0]), words[1].split(" ", -1));
      }
      throw early();
    }

    private RigException early() throws IOException {
      return new RigException("ended early: " + SpeakingProgram.errors(guest, ERROR_LINES));
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
