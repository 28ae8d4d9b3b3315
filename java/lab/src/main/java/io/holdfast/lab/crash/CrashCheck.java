package io.holdfast.lab.crash;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Holds what a crash left of files against what was promised of each. */
final class CrashCheck implements RemainsCheck {

  /** Names that durable gives to files on their way, and to probes. */
  private static final Pattern ON_THE_WAY =
      Pattern.compile(".*\\.[0-9a-f]{32}\\.tmp|\\.holdfast-barrier\\.[0-9a-f]{32}");

  private final Content content;
  private final boolean staged;

  /**
   * @param staged whether files may have names on their way; else such a name is a violation
   */
  CrashCheck(Content content, boolean staged) {
    this.content = content;
    this.staged = staged;
  }

  @Override
  public Optional<String> violation(Ledger ledger, Remains remains) throws IOException {
    for (Map.Entry<String, List<Integer>> expected : ledger.possible().entrySet()) {
      Optional<String> broken = violation(expected.getKey(), expected.getValue(), remains);
      if (broken.isPresent()) {
        return broken;
      }
    }
    for (String shard : Shards.NAMES) {
      for (String name : remains.names(shard)) {
        if (!isExplained(ledger, shard + "/" + name)) {
          return Optional.of("stray name " + shard + "/" + name);
        }
      }
    }
    return Optional.empty();
  }

  private boolean isExplained(Ledger ledger, String path) {
    return ledger.possible().containsKey(path)
        || (staged && ON_THE_WAY.matcher(path.substring(path.indexOf('/') + 1)).matches());
  }

  private Optional<String> violation(String path, List<Integer> possible, Remains remains) {
    byte[] found;
    try {
      found = remains.read(path);
    } catch (IOException e) {
      return Optional.of(path + " cannot be read: " + e.getMessage());
    }
    if (found == null) {
      return possible.contains(Content.ABSENT)
          ? Optional.empty()
          : Optional.of("lost: " + path + " is absent" + words(possible));
    }
    Optional<Integer> version = content.versionOf(path, found);
    if (version.isEmpty()) {
      return Optional.of("torn: " + path + " holds " + content.describe(found) + words(possible));
    }
    return possible.contains(version.get())
        ? Optional.empty()
        : Optional.of("lost: " + path + " has version " + version.get() + words(possible));
  }

  private static String words(List<Integer> possible) {
    return "; possible are " + possible + " (0: absent)";
  }
}
