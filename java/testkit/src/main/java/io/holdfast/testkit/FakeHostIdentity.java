package io.holdfast.testkit;

import io.holdfast.litmus.HostIdentity;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A made-up host, so that a test can pretend to run on several. Evidence made with it says {@code
 * synthetic_topology}.
 */
public record FakeHostIdentity(String bootId, String hostName) implements HostIdentity {

  public FakeHostIdentity {
    if (!UUID.fromString(bootId).toString().equals(bootId)) {
      throw new IllegalArgumentException("a boot id is 36 lower-case characters: " + bootId);
    }
  }

  /** A host with this name and a boot id that is always the same for it. */
  public static FakeHostIdentity named(String hostName) {
    byte[] seed = hostName.getBytes(StandardCharsets.UTF_8);
    return new FakeHostIdentity(UUID.nameUUIDFromBytes(seed).toString(), hostName);
  }

  /** The same name after another boot, or on a cloned image. */
  public FakeHostIdentity rebooted() {
    return new FakeHostIdentity(named(bootId).bootId(), hostName);
  }

  @Override
  public boolean isSynthetic() {
    return true;
  }
}
