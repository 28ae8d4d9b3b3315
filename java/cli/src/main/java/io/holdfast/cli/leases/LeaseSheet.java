package io.holdfast.cli.leases;

import io.holdfast.lease.SessionSight;
import io.holdfast.lease.TableFinding;
import io.holdfast.posix.RawPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known of one id.
 *
 * @param session the session by which it lives, or null
 */
public record LeaseSheet(
    LeaseRow row, @Nullable SessionSight session, List<File> files, List<TableFinding> findings) {

  public LeaseSheet {
    files = List.copyOf(files);
    findings = List.copyOf(findings);
  }

  /** A file of the id. */
  public record File(RawPath path, long size, int permissions) {}
}
