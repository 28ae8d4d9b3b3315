package io.holdfast.cli;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How members of a group reach each other, as a command line names it. */
final class CarrierOptions {

  static final double SHORTEST_JOIN_SECONDS = 0.1;
  static final double LONGEST_JOIN_SECONDS = 3600;

  private static final double NANOS_PER_SECOND = 1e9;

  @Option(
      names = "--group",
      paramLabel = "FILE",
      description = "Who the members are, and where; the same file for all of them.")
  private @Nullable String file;

  @Option(names = "--name", paramLabel = "NAME", description = "This member's name in --group.")
  private @Nullable String name;

  @Option(
      names = "--secret",
      paramLabel = "FILE",
      description = "What only members of --group know; mode 0600.")
  private @Nullable String secret;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "In place of --secret: this member's key and certificate, PKCS #12, mode 0600.")
  private @Nullable String tlsKey;

  @Option(
      names = "--tls-trust",
      paramLabel = "FILE",
      description = "Whose certificates are accepted, PKCS #12; default: those in --tls-key.")
  private @Nullable String tlsTrust;

  @Option(
      names = "--tls-password",
      paramLabel = "FILE",
      description = "The password of both, in a file of mode 0600.")
  private @Nullable String tlsPassword;

  @Option(
      names = "--join-timeout",
      paramLabel = "AGE",
      description = "How long to wait for the others of --group: 0.1s to 1h, default 60s.")
  private @Nullable String joinTimeout;

  /** Null where none is named. */
  @Nullable NamedGroup group() throws CommandFailure {
    if (Stream.of(file, name, secret, tlsKey, tlsTrust, tlsPassword, joinTimeout)
        .allMatch(Objects::isNull)) {
      return null;
    }
    if (file == null || name == null || (secret == null && tlsKey == null)) {
      throw CommandFailure.usage(
          "--group, --name and --secret go together", "or --tls-key and --tls-password for TLS");
    }
    return new NamedGroup(
        RawArguments.path(file), RawArguments.readable(name), credentials(), joinNanos());
  }

  private Credentials credentials() throws CommandFailure {
    if (tlsKey == null && tlsTrust == null && tlsPassword == null && secret != null) {
      return new Credentials.SharedSecret(RawArguments.path(secret));
    }
    if (secret != null) {
      throw CommandFailure.usage("members show a --secret or a --tls-key, not both", null);
    }
    if (tlsKey == null || tlsPassword == null) {
      throw CommandFailure.usage("--tls-key and --tls-password go together", null);
    }
    return new Credentials.Certificates(
        RawArguments.path(tlsKey),
        RawArguments.path(tlsTrust == null ? tlsKey : tlsTrust),
        RawArguments.path(tlsPassword));
  }

  private long joinNanos() throws CommandFailure {
    double seconds = Age.seconds(joinTimeout == null ? "60s" : joinTimeout);
    if (seconds < SHORTEST_JOIN_SECONDS || seconds > LONGEST_JOIN_SECONDS) {
      throw CommandFailure.usage("--join-timeout is 0.1s to 1h", null);
    }
    return Math.round(seconds * NANOS_PER_SECOND);
  }
}
