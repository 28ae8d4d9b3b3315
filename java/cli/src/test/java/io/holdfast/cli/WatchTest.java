package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.cli.watch.Watched;
import io.holdfast.cli.watch.Watched.Outcome;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.Coordinator;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RenewalConfiguration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A watch that is asked to end. */
@Timeout(60)
class WatchTest {

  private static final int TOLD = 3;

  @TempDir private Path directory;

  @Test
  void whoIsAskedToEndLeavesTheGroup() throws Exception {
    List<List<Watched>> all = new FakeGroup("a", "b").together(this::watchUntilTold);
    for (List<Watched> told : all) {
      assertThat(told)
          .extracting(Watched::outcome)
          .containsExactly(Outcome.QUALIFIED, Outcome.QUALIFIED, Outcome.QUALIFIED, Outcome.ENDED);
      assertThat(told).extracting(Watched::generation).containsExactly(0L, 1L, 2L, 2L);
      assertThat(told.get(TOLD).reason()).isEqualTo("left the group");
      assertThat(told.get(TOLD).isTrusted()).isFalse();
    }
  }

  private List<Watched> watchUntilTold(int rank, Membership membership, Exchange exchange)
      throws Exception {
    Posix posix = Bindings.load();
    RawPath root = RawPath.of(directory.toString());
    Coordinator coordinator =
        Coordinator.on(
            posix,
            root,
            exchange,
            () -> Member.on(membership.identity(), rank),
            membership.clock());
    List<Watched> told = new ArrayList<>();
    ExitCode exitCode =
        new Watch(
                coordinator,
                QualificationOptions.of(RenewalConfiguration.DEFAULT),
                membership,
                new OwnStorage(Optional.empty(), Optional.empty(), Optional.empty()),
                told::add,
                () -> told.size() >= TOLD)
            .run(Long.MAX_VALUE);
    assertThat(exitCode).isEqualTo(ExitCode.OK);
    assertThatThrownBy(() -> exchange.receive(Channel.LITMUS, 0))
        .isInstanceOf(ExchangeException.class);
    return told;
  }
}
