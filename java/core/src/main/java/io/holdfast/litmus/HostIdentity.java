package io.holdfast.litmus;

/**
 * Which host this is. A host is a boot id: processes with equal boot ids are never on two hosts,
 * whatever their names say.
 *
 * <p>The only other implementation is in the testkit; evidence made with it says {@code
 * synthetic_topology}.
 */
public interface HostIdentity {

  /** The kernel's boot id, 36 characters. */
  String bootId();

  /** The host's name, for people. */
  String hostName();

  /** Whether identities were made up by a test. */
  boolean isSynthetic();
}
