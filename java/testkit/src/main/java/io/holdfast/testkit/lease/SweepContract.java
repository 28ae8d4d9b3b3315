package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.Lease;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** sweep: what the dead have left goes, and nothing else. */
interface SweepContract extends LeaseGround {

  @Test
  default void sweepOfATableInUseFindsNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.release(a.take(id(2)));
    a.complete(a.take(id(3)));
    Set<String> before = arena().names(id(1), "");

    assertThat(a.table().sweep()).isZero();

    assertThat(arena().names(id(1), "")).isEqualTo(before);
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
  }

  @Test
  default void sweepTakesNamesOfAMomentAndNothingThatIsNotTheTables() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    String shard = LeaseArena.shard(id(1));
    String moment = shard + "/" + id(1).hex() + ".json." + "f".repeat(32) + ".tmp";
    arena().write(moment, new byte[0]);
    arena().write(shard + "/README", new byte[0]);
    arena().write(shard + "/" + id(1).hex() + ".notes", new byte[0]);

    assertThat(a.table().sweep()).isEqualTo(1);

    assertThat(arena().isThere(moment)).isFalse();
    assertThat(arena().isThere(shard + "/README")).isTrue();
    assertThat(arena().isThere(shard + "/" + id(1).hex() + ".notes")).isTrue();
  }
}
