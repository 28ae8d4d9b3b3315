package io.holdfast.testkit.agreement;

import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs one random script in several worlds, step by step, and compares every answer and the trees
 * that are left. Where two differ, steps are left out for as long as they still do.
 */
public final class Agreement {

  /** Opens a fresh world. */
  @FunctionalInterface
  public interface Opening {
    World open() throws PosixException;
  }

  private final Map<String, Opening> openings;

  /**
   * Names the worlds.
   *
   * @param openings at least two, by the names that a report gives them
   */
  public Agreement(Map<String, Opening> openings) {
    if (openings.size() < 2) {
      throw new IllegalArgumentException("nothing to compare: " + openings.keySet());
    }
    this.openings = new LinkedHashMap<>(openings);
  }

  /**
   * Runs the script of a seed.
   *
   * @throws AssertionError where worlds differ: the seed, the fewest steps found that show it, and
   *     each world's answer to the last
   */
  public void check(long seed, int steps) throws PosixException {
    List<Step> script = ScriptGenerator.script(seed, steps);
    String difference = firstDifference(script);
    if (difference == null) {
      return;
    }
    List<Step> fewest = shrink(script);
    String shrunk = firstDifference(fewest);
    throw new AssertionError(
        "seed %d: %d of %d steps show it:%n%s"
            .formatted(seed, fewest.size(), script.size(), shrunk == null ? difference : shrunk));
  }

  /** Leaves out ever smaller pieces, as long as what remains still shows a difference. */
  private List<Step> shrink(List<Step> script) throws PosixException {
    List<Step> fewest = script;
    for (int piece = fewest.size() / 2; piece > 0; piece /= 2) {
      for (int at = 0; at < fewest.size(); ) {
        List<Step> without = new ArrayList<>(fewest.subList(0, at));
        without.addAll(fewest.subList(Math.min(at + piece, fewest.size()), fewest.size()));
        if (firstDifference(without) != null) {
          fewest = without;
        } else {
          at += piece;
        }
      }
    }
    return fewest;
  }

  private @Nullable String firstDifference(List<Step> script) throws PosixException {
    Map<String, World> worlds = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, Opening> opening : openings.entrySet()) {
        worlds.put(opening.getKey(), opening.getValue().open());
      }
      return firstDifference(script, worlds);
    } finally {
      for (World world : worlds.values()) {
        world.close();
      }
    }
  }

  private static @Nullable String firstDifference(List<Step> script, Map<String, World> worlds)
      throws PosixException {
    StringBuilder told = new StringBuilder();
    for (Step step : script) {
      Map<String, Object> answers = new LinkedHashMap<>();
      worlds.forEach((name, world) -> answers.put(name, step.call().apply(world)));
      if (new HashSet<>(answers.values()).size() > 1) {
        return told + step.text() + list(answers);
      }
      told.append(step.text())
          .append(" = ")
          .append(answers.values().iterator().next())
          .append('\n');
    }
    Map<String, Object> trees = new LinkedHashMap<>();
    for (Map.Entry<String, World> world : worlds.entrySet()) {
      trees.put(world.getKey(), world.getValue().tree());
    }
    return new HashSet<>(trees.values()).size() > 1 ? told + "the tree" + list(trees) : null;
  }

  private static String list(Map<String, Object> answers) {
    StringBuilder lines = new StringBuilder();
    answers.forEach(
        (name, answer) -> lines.append("\n  ").append(name).append(": ").append(answer));
    return lines.toString();
  }
}
