package io.holdfast.litmus;

import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;

/**
 * One client that takes part in a litmus: whoever its agents reach the storage through.
 *
 * @param name as counter-examples name it; 1 to {@value #NAME_LIMIT} visible characters, no space
 * @param agents starts agents there: on this host, through ssh, in a namespace, in a guest
 * @param directory the path to the place as this member sees it
 * @param identity who the member is, in a test; null: what its agents say
 */
public record LitmusMember(
    String name, AgentLauncher agents, RawPath directory, @Nullable HostIdentity identity) {

  public static final int NAME_LIMIT = 64;

  /** A member that is who its agents say. */
  public LitmusMember(String name, AgentLauncher agents, RawPath directory) {
    this(name, agents, directory, null);
  }

  public LitmusMember {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "a member's name has 1 to " + NAME_LIMIT + " visible characters: " + name);
    }
  }

  /** Whether a text can name a member. */
  public static boolean isName(String text) {
    return !text.isEmpty()
        && text.length() <= NAME_LIMIT
        && text.chars().allMatch(c -> c > ' ' && c <= '~');
  }
}
