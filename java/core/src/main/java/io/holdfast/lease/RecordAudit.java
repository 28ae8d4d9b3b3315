package io.holdfast.lease;

import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.lease.TableFinding.Check;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is the matter with a record that is valid by itself. Pure. */
final class RecordAudit {

  private RecordAudit() {}

  /** What an administrator should know of a record; empty where there is nothing. */
  static Optional<TableFinding> of(
      TableManifest manifest, LeaseRecord record, double nowSeconds, String label) {
    if (manifest.kind() == TableManifest.Kind.TARGET && record.status() != LeaseStatus.RELEASED) {
      Optional<String> wrong = target(record);
      if (wrong.isPresent()) {
        return wrong.map(why -> TableFinding.of(Check.TARGET, label, record.id().hex(), why));
      }
    }
    double ahead = record.updatedSeconds() - nowSeconds;
    boolean stamped = record.session().isEmpty() && record.status() == LeaseStatus.LEASED;
    return stamped && ahead > LeaseRules.CLOCK_SKEW_LIMIT_SECONDS
        ? Optional.of(
            TableFinding.of(
                Check.CLOCK,
                label,
                record.id().hex(),
                "dated " + Math.round(ahead) + " s in the future"))
        : Optional.empty();
  }

  private static Optional<String> target(LeaseRecord record) {
    Optional<Long> target = number(record.fields().get("target").orElse(null));
    if (target.isEmpty() || target.get() <= 0) {
      return Optional.of("it names no target");
    }
    if (!WorkId.ofTarget(target.get()).equals(record.id())) {
      return Optional.of("its target " + target.get() + " has another id");
    }
    boolean isMember =
        record.fields().get("targets").orElse(null) instanceof JsonArray group
            && group.items().stream().anyMatch(item -> number(item).equals(target));
    return isMember
        ? Optional.empty()
        : Optional.of("its group does not name its target " + target.get());
  }

  private static Optional<Long> number(@Nullable JsonValue value) {
    return value instanceof JsonNumber n ? n.toLong() : Optional.empty();
  }

  /** Whether a lease lives by its session. */
  static boolean isHeld(LeaseRecord record) {
    return record.status() == LeaseStatus.LEASED || record.status() == LeaseStatus.COMMITTING;
  }
}
