package io.holdfast.litmus;

import io.holdfast.mount.MountFacts;
import io.holdfast.posix.RawPath;

/**
 * What a member told of itself.
 *
 * @param name as in the request
 * @param directory as in the request
 * @param bootId equal boot ids are one host, whatever their names say
 * @param kernel release of the running kernel
 * @param machine what uname(2) calls the hardware
 * @param dev st_dev of the directory; with the boot id it says which client this is
 * @param mount of the directory
 * @param clock beside the first member's
 */
public record MemberFacts(
    String name,
    RawPath directory,
    String hostName,
    String bootId,
    String kernel,
    String machine,
    long dev,
    MountFacts mount,
    ClockOffset clock) {}
