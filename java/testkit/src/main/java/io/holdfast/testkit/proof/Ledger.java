package io.holdfast.testkit.proof;

import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What may be found, as verbs begin and end. A unit is a set of names that change together and are
 * changed by one thread at a time; it may be found in the last state that was acknowledged, or in
 * one that was attempted since. Any number of threads may use it.
 */
final class Ledger {

  private static final class Unit {
    final Predicate<String> owns;
    final List<Claim> claims = new ArrayList<>();

    Unit(Predicate<String> owns, Claim initial) {
      this.owns = owns;
      claims.add(initial);
    }
  }

  private final Map<String, Unit> units = new TreeMap<>();
  private long version;

  /** Adds a unit that is durably in a state. */
  synchronized void declare(String unit, Predicate<String> owns, Claim initial) {
    units.put(unit, new Unit(owns, initial));
    version++;
  }

  /** From now on the unit may also be found so. */
  synchronized void attempt(String unit, Claim next) {
    claims(unit).add(next);
    version++;
  }

  /** What was attempted last is acknowledged: nothing else may be found. */
  synchronized void acknowledge(String unit) {
    List<Claim> claims = claims(unit);
    claims.subList(0, claims.size() - 1).clear();
    version++;
  }

  /** What was attempted last was refused: it may not be found. */
  synchronized void refuse(String unit) {
    List<Claim> claims = claims(unit);
    claims.remove(claims.size() - 1);
    version++;
  }

  /** Nothing is under way: only this may be found. */
  synchronized void settle(String unit, Claim only) {
    claims(unit).clear();
    claims(unit).add(only);
    version++;
  }

  /** Grows with every entry. */
  synchronized long version() {
    return version;
  }

  /** The names of a unit among others. */
  synchronized Map<String, String> partOf(String unit, Map<String, String> found) {
    Unit owner = units.get(unit);
    if (owner == null) {
      throw new IllegalArgumentException("no unit " + unit);
    }
    return owned(owner, found);
  }

  /**
   * Compares what was found with what may be found. Names in the form of leftovers may be there;
   * any other name that no unit owns may not.
   *
   * @param found contents by path
   * @return one sentence for each contradiction
   */
  synchronized List<String> contradictions(Map<String, String> found) {
    List<String> contradictions = new ArrayList<>();
    Map<String, String> known = new TreeMap<>(found);
    known.keySet().removeIf(Ledger::isLeftover);
    Map<String, String> strangers = new TreeMap<>(known);
    units.forEach(
        (name, unit) -> {
          Map<String, String> part = owned(unit, known);
          part.keySet().forEach(strangers::remove);
          if (unit.claims.stream().noneMatch(claim -> claim.accepts(part))) {
            contradictions.add(
                name + ": found " + Content.describe(part) + ", may be " + unit.claims);
          }
        });
    if (!strangers.isEmpty()) {
      contradictions.add("nobody made " + strangers.keySet());
    }
    return contradictions;
  }

  static boolean isLeftover(String path) {
    return Durable.isLeftoverName(Name.of(path.substring(path.lastIndexOf('/') + 1)));
  }

  private static Map<String, String> owned(Unit unit, Map<String, String> found) {
    Map<String, String> part = new TreeMap<>(found);
    part.keySet().removeIf(path -> !unit.owns.test(path));
    return part;
  }

  private List<Claim> claims(String unit) {
    Unit owner = units.get(unit);
    if (owner == null) {
      throw new IllegalArgumentException("no unit " + unit);
    }
    return owner.claims;
  }
}
