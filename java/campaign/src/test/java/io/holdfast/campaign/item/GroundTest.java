package io.holdfast.campaign.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.campaign.item.Ground.Found;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is missing is not what was never there. */
class GroundTest {

  private static final String EPOCH = "0123456789abcdef0123456789abcdef";
  private static final Plan PLAN = new Plan(EPOCH, 2, 1, 1, 100, 1, 1_000, 1, Protocol.FENCE, true);

  @TempDir private Path directory;
  @TempDir private Path elsewhere;
  private Posix posix;

  private RawPath path() {
    return RawPath.of(directory.toString());
  }

  private Found look() throws Exception {
    return Ground.look(posix, path());
  }

  private void takeAway(String name) throws IOException {
    Files.move(directory.resolve(name), elsewhere.resolve("taken"));
  }

  @BeforeEach
  void begin() throws Exception {
    posix = Bindings.load();
    try (Durable durable = new Durable(posix, DurableOptions.defaults())) {
      assertThat(Ground.begin(posix, durable, path(), PLAN, made -> {}, () -> true)).isTrue();
    }
  }

  @Test
  void nothingIsBegunWhereSomethingIs() throws Exception {
    try (Durable durable = new Durable(posix, DurableOptions.defaults())) {
      assertThat(Ground.begin(posix, durable, path(), PLAN, made -> {}, () -> true)).isFalse();
    }
    assertThat(look()).isEqualTo(new Found.Begun(PLAN));
  }

  @Test
  void onlyWhoSaidThatAllIsDoneIsOver() throws Exception {
    takeAway("epochs/" + EPOCH);
    assertThat(look()).isEqualTo(new Found.Damaged("epochs/" + EPOCH));
    try (Durable durable = new Durable(posix, DurableOptions.defaults());
        Ground ground = Ground.open(posix, path())) {
      ground.sayThatAllIsDone(durable);
      assertThat(ground.isDone()).isTrue();
    }
    assertThat(look()).isEqualTo(new Found.Over(PLAN));
  }

  @Test
  void aPlanIsMissedWhereLedgersAre() throws Exception {
    takeAway("campaign.json");
    assertThat(look()).isEqualTo(new Found.Unfinished());
    Files.createFile(directory.resolve("ledgers").resolve("a.jsonl"));
    assertThat(look()).isEqualTo(new Found.Damaged("campaign.json"));
  }

  @Test
  void aTableThatWasUsedIsMissed() throws Exception {
    try (Ground ground = Ground.open(posix, path())) {
      ground.requireTables(false);
      assertThatThrownBy(() -> ground.requireTables(true))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("work has no table.json any more");
      takeAway("epochs/" + EPOCH + "/targets");
      Files.createFile(directory.resolve("epochs/" + EPOCH + "/targets"));
      assertThatThrownBy(() -> ground.requireTables(false))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("targets is no table");
    }
  }
}
