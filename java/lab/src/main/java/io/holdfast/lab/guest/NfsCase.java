package io.holdfast.lab.guest;

import io.holdfast.lab.CaseDescription;
import io.holdfast.lab.Expectation;
import io.holdfast.litmus.Profile;

/**
 * How two clients mount one NFS server, and what must be seen of it.
 *
 * @param id stable: {@code nfs/} and the rest
 * @param alpha how the first client mounts it
 * @param beta how the second does
 * @param oneName whether both clients have one host name, as two copies of one image have
 */
public record NfsCase(
    String id, String storage, NfsMount alpha, NfsMount beta, boolean oneName, Expectation expected)
    implements CaseDescription {

  /** The id without its group. */
  public String shortId() {
    return id.substring(id.indexOf('/') + 1);
  }

  /** How long asking may take. Clients of one name hang until then, whatever that is. */
  int deadlineSeconds() {
    return oneName ? 120 : 300;
  }

  /** The one that needs locks: where they lie, it is refuted. */
  @Override
  public Profile profile() {
    return Profile.LEASE_TABLE;
  }
}
