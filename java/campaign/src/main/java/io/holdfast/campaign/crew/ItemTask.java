package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Corpus;
import io.holdfast.campaign.item.Ground;
import io.holdfast.campaign.item.Input;
import io.holdfast.campaign.item.Outcome;
import io.holdfast.dispatch.Assignment;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.posix.Posix;
import io.holdfast.result.ContentHash;
import io.holdfast.result.ResultStage;
import io.holdfast.result.StageOrigin;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a worker does with an input: reads it, hashes it, and stages what came of it. */
final class ItemTask implements AutoCloseable {

  private final Posix posix;
  private final Ground ground;
  private final Corpus corpus;
  private final Durable durable;
  private final int coordinator;
  private final int worker;

  ItemTask(Posix posix, Ground ground, int coordinator, int worker) {
    this.posix = posix;
    this.ground = ground;
    this.corpus = ground.corpus();
    this.durable = new Durable(posix, DurableOptions.defaults());
    this.coordinator = coordinator;
    this.worker = worker;
  }

  /**
   * Works.
   *
   * @return the manifest of the result, which is durable
   * @throws Exception nothing came of it; InterruptedException where it was told to leave it
   */
  JsonObject run(Assignment assignment) throws Exception {
    ContentHash name = Input.named(assignment.payload());
    Input input = corpus.input(name);
    byte[] filler = input.filler().getBytes(StandardCharsets.US_ASCII);
    String digest = ContentHash.of(filler).hex();
    Thread.sleep(ground.plan().workMillis());
    Outcome outcome = new Outcome(name, digest, coordinator, worker, assignment.fence());
    StageOrigin origin = new StageOrigin(assignment.id(), assignment.fence());
    try (ResultStage stage = ResultStage.open(posix, durable, ground.root(), origin)) {
      List<Input> children = input.children(ground.plan());
      stage.add(outcome.toBytes());
      for (Input child : children) {
        stage.add(child.toBytes());
      }
      return stage.seal(worker, children.size()).toJson();
    }
  }

  @Override
  public void close() {
    durable.close();
  }
}
