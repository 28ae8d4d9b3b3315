package io.holdfast.litmus.cluster;

import io.holdfast.litmus.HostIdentity;

/**
 * A coordinator that takes part.
 *
 * @param rank its rank in the whole job
 * @param processor where it runs: host name, a space, boot id; 1 to {@value #PROCESSOR_LIMIT}
 *     characters, no NUL
 */
public record Member(long rank, String processor) {

  /** Most characters of a processor's name. */
  public static final int PROCESSOR_LIMIT = 255;

  private static final int BOOT_ID_CHARACTERS = 36;

  /**
   * @throws IllegalArgumentException a negative rank, or a name that is empty, too long or has NUL
   */
  public Member {
    if (rank < 0) {
      throw new IllegalArgumentException("a rank is at least 0");
    }
    if (processor.isEmpty()
        || processor.length() > PROCESSOR_LIMIT
        || processor.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "a processor's name has 1 to " + PROCESSOR_LIMIT + " characters and no NUL");
    }
  }

  /** A member on a host. A name that is too long is cut; the boot id never is. */
  public static Member on(HostIdentity host, long rank) {
    int room = PROCESSOR_LIMIT - BOOT_ID_CHARACTERS - 1;
    String name = host.hostName().replace('\0', '?');
    String shown = name.length() <= room ? name : name.substring(0, room);
    return new Member(rank, shown + " " + host.bootId());
  }

  /** What makes two members one host: the boot id, or the whole name where it carries none. */
  public String host() {
    return hasBootId() ? processor.substring(bootIdAt()) : processor;
  }

  /** The host's name, for people. */
  public String hostName() {
    return hasBootId() ? processor.substring(0, bootIdAt() - 1) : processor;
  }

  /** As counter-examples name it. */
  String words() {
    return "member " + rank + " (" + hostName() + ")";
  }

  private int bootIdAt() {
    return processor.length() - BOOT_ID_CHARACTERS;
  }

  private boolean hasBootId() {
    int at = bootIdAt();
    return at >= 1
        && processor.charAt(at - 1) == ' '
        && processor.chars().skip(at).allMatch(c -> c == '-' || Character.digit(c, 16) >= 0);
  }
}
