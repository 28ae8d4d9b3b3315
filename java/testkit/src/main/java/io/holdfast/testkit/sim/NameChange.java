package io.holdfast.testkit.sim;

import io.holdfast.posix.RawPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of names: a creation, a removal, or a rename, whose halves a crash keeps together or
 * not at all.
 */
final class NameChange {

  private final String description;
  private final List<Half> halves;
  private List<NameChange> needs;
  private boolean settled;

  NameChange(String description, List<Half> halves, List<NameChange> needs) {
    this.description = description;
    this.halves = List.copyOf(halves);
    this.needs = List.copyOf(needs);
  }

  /** A name in a directory and what it stands for afterwards, null for nothing. */
  record Half(SimDirectory directory, RawPath name, @Nullable SimInode after) {}

  List<Half> halves() {
    return halves;
  }

  /** The un-synced changes that touched one of the same names right before. */
  List<NameChange> needs() {
    return needs.stream().filter(change -> !change.settled).toList();
  }

  boolean touches(SimDirectory directory) {
    return halves.stream().anyMatch(half -> half.directory == directory);
  }

  boolean isSettled() {
    return settled;
  }

  /** Durable, or lost for good: no crash decides about it any more. */
  void settle() {
    settled = true;
    needs = List.of();
  }

  @Override
  public String toString() {
    return description;
  }
}
