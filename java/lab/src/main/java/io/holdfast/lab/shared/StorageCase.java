package io.holdfast.lab.shared;

import io.holdfast.lab.CaseDescription;
import io.holdfast.lab.Expectation;
import io.holdfast.litmus.Profile;

/**
 * How two clients mount one storage, and what must be seen of it. Immutable.
 *
 * @param id stable: the {@link StorageKind}'s id, a slash and the rest
 * @param alpha how the first client mounts it: options, as mount(8) takes them; may be empty
 * @param beta how the second does
 * @param oneName whether both clients have one host name, as two copies of one image have
 */
public record StorageCase(
    String id, String storage, String alpha, String beta, boolean oneName, Expectation expected)
    implements CaseDescription {

  /** A case in which both clients mount alike. */
  static StorageCase both(String id, String storage, String options, Expectation expected) {
    return new StorageCase(id, storage, options, options, false, expected);
  }

  /** The id without its kind. */
  public String shortId() {
    return id.substring(id.indexOf('/') + 1);
  }

  /** How long asking may take. Clients of one name hang until then, whatever that is. */
  int deadlineSeconds() {
    return oneName ? 240 : 300;
  }

  /** The one that needs locks: where they lie, it is refuted. */
  @Override
  public Profile profile() {
    return Profile.LEASE_TABLE;
  }
}
