package io.holdfast.exchange.jgroups;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.posix.Bindings;
import io.holdfast.testkit.litmus.ExchangeContract;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** JGroups with a shared secret keeps the contract of carriers. */
class SecretExchangeContractTest extends ExchangeContract {

  @TempDir Path directory;

  @Override
  protected List<Exchange> newGroup(int members) throws Exception {
    Secret secret =
        Secret.read(
            Bindings.load(),
            PrivateFiles.write(directory, "secret", PrivateFiles.SECRET, "rw-------"));
    return List.copyOf(LoopbackGroup.of(members).openAll(secret));
  }

  @Override
  protected NanoClock clock() {
    return LoopbackGroup.CLOCK;
  }
}
