package io.holdfast.exchange.mpi;

import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Hand;
import io.holdfast.litmus.cluster.Hands;
import io.holdfast.litmus.cluster.LockObject;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.litmus.cluster.NameField;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.ConfigurationFile;
import io.holdfast.qualification.Coordinator;
import io.holdfast.qualification.Qualification;
import io.holdfast.qualification.Qualification.State;
import io.holdfast.qualification.QualificationMetrics;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RenewalConfiguration;
import io.holdfast.testkit.FakeHostIdentity;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A coordinator of a real MPI job on a made-up host of its own: renews until a generation and says
 * what it came to, as one line of JSON. Arguments: the root, that generation, and the generation at
 * which rank 1 looks for another lock object, 0 for never.
 */
final class RenewingMember {

  private static final int EXIT_AT_START = 65;
  private static final int EXIT_AT_RUN_TIME = 70;
  private static final long STEP_NANOS = 1_000_000;
  private static final RenewalConfiguration OFTEN = new RenewalConfiguration(0.02, 20, 0.1);

  private RenewingMember() {}

  public static void main(String... arguments) throws Exception {
    RawPath root = RawPath.of(arguments[0]);
    long last = Long.parseLong(arguments[1]);
    long drift = Long.parseLong(arguments[2]);
    Posix posix = Bindings.load();
    NanoClock clock = () -> posix.clockGettime(Flags.CLOCK_BOOTTIME);
    Exchange exchange = MpiExchange.open(posix, clock, System.getenv(), "qualification");
    FakeHostIdentity host = FakeHostIdentity.named("host-" + exchange.rank());
    Member member = Member.on(host, exchange.rank());
    Hands hands = Hands.of(posix, root, clock);
    Coordinator coordinator =
        new Coordinator(
            exchange,
            exchange.rank() == 1 && drift > 0 ? drifting(hands, drift) : hands,
            new ConfigurationFile(posix, root),
            () -> member,
            clock);
    try (Qualification qualification =
        Qualification.start(
            coordinator, QualificationOptions.of(OFTEN), new SecureRandom(), Optional.empty())) {
      int atFailure = qualification.state() == State.FAILED ? EXIT_AT_START : EXIT_AT_RUN_TIME;
      while (qualification.state() == State.QUALIFIED
          && qualification.metrics().generation() < last) {
        if (qualification.doWork(clock.nanoTime()) == 0) {
          Pause.system().nanos(STEP_NANOS);
        }
      }
      tell(qualification, exchange, host.isSynthetic());
      if (qualification.state() != State.QUALIFIED) {
        System.exit(atFailure);
      }
    }
  }

  /** From one generation on it looks for the lock object of another epoch. */
  private static Hands drifting(Hands inner, long generation) {
    Epoch other = new Epoch("7".repeat(2 * Epoch.BYTES));
    long[] generations = {-1};
    return new Hands() {
      @Override
      public Hand forLock(LockObject object) {
        generations[0]++;
        return inner.forLock(generations[0] >= generation ? LockObject.of(other) : object);
      }

      @Override
      public Hand forNames(NameField field, int rank) {
        return inner.forNames(field, rank);
      }
    };
  }

  private static void tell(Qualification qualification, Exchange exchange, boolean synthetic) {
    QualificationMetrics metrics = qualification.metrics();
    Map<String, JsonValue> said = new TreeMap<>();
    said.put("rank", JsonNumber.of(exchange.rank()));
    said.put("members", JsonNumber.of(exchange.members()));
    said.put("synthetic_topology", literal(synthetic));
    said.put("actual_mpi_transport", literal(exchange.transport().equals("mpi")));
    said.put("actual_multi_host", JsonLiteral.FALSE);
    said.put("state", new JsonString(qualification.state().name()));
    said.put("reason", new JsonString(qualification.reason()));
    said.put("generation", JsonNumber.of(metrics.generation()));
    said.put("attempts", JsonNumber.of(metrics.attempts()));
    said.put("successes", JsonNumber.of(metrics.successes()));
    said.put("failures", JsonNumber.of(metrics.failures()));
    said.put("seconds_of_renewals", JsonNumber.of(metrics.totalElapsedNanos() / 1e9));
    byte[] line = CanonicalJson.bytes(new JsonObject(said));
    System.out.println(new String(line, StandardCharsets.UTF_8));
  }

  private static JsonLiteral literal(boolean value) {
    return value ? JsonLiteral.TRUE : JsonLiteral.FALSE;
  }
}
