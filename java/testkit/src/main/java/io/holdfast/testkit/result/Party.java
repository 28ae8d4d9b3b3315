package io.holdfast.testkit.result;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.result.Published;
import io.holdfast.result.ResultManifest;
import io.holdfast.result.ResultPublisher;
import io.holdfast.result.ResultStage;
import io.holdfast.result.StageClaims;
import io.holdfast.result.StageOrigin;
import io.holdfast.result.StageSight;
import io.holdfast.result.StageSweeper;
import java.util.List;

/** A worker, publisher or sweeper of a test, with a Durable of its own. */
public final class Party implements AutoCloseable {

  /** Below the root of a test: where stages are. */
  public static final String STAGING = "staging";

  /** Below the root of a test: where contents become public. */
  public static final String PUBLIC = "public";

  /** A lease that a stage is made for. */
  public static final StageOrigin ORIGIN = origin("work", 1);

  private final Posix posix;
  private final Durable durable;
  private final Dir staging;
  private final Dir publicRoot;

  /**
   * Opens the two roots, which it makes where they are not there.
   *
   * @param posix through which it does everything
   */
  public Party(Posix posix, RawPath root, DurableOptions barriers) throws Exception {
    this.posix = posix;
    this.durable = new Durable(posix, barriers);
    try (Dir top = Dir.open(posix, root)) {
      durable.makeDirs(top, List.of(Name.of(STAGING)));
      durable.makeDirs(top, List.of(Name.of(PUBLIC)));
      this.publicRoot = top.openChild(Name.of(PUBLIC));
      this.staging = openBeside(publicRoot, top);
    }
  }

  private static Dir openBeside(Dir opened, Dir top) throws PosixException {
    try {
      return top.openChild(Name.of(STAGING));
    } catch (PosixException e) {
      opened.close();
      throw e;
    }
  }

  /** A claim of the work with this name. */
  public static StageOrigin origin(String work, long fence) {
    return new StageOrigin(WorkId.ofInput(work.getBytes(ISO_8859_1)), fence);
  }

  Dir staging() {
    return staging;
  }

  /** The publication root. */
  public Dir publicRoot() {
    return publicRoot;
  }

  Durable durable() {
    return durable;
  }

  ResultStage stage(StageOrigin origin) throws Exception {
    return ResultStage.open(posix, durable, staging, origin);
  }

  /** Stages these texts, one byte for a character, and seals them. */
  public ResultManifest seal(String... contents) throws Exception {
    return seal(ORIGIN, contents);
  }

  ResultManifest seal(StageOrigin origin, String... contents) throws Exception {
    try (ResultStage stage = stage(origin)) {
      for (String content : contents) {
        stage.add(content.getBytes(ISO_8859_1));
      }
      return stage.seal(1, contents.length);
    }
  }

  ResultPublisher publisher() {
    return new ResultPublisher(posix, durable, staging, publicRoot);
  }

  /** Publishes with a publisher of its own. */
  public Published publish(ResultManifest manifest) throws Exception {
    return publisher().publish(manifest);
  }

  /** Looks at every stage. */
  public StageSweeper.Swept sweep(StageClaims claims) throws PosixException {
    return new StageSweeper(posix, durable, staging, claims).sweep(() -> true);
  }

  /** The same, and changes nothing. */
  public List<StageSight> look(StageClaims claims) throws PosixException {
    return new StageSweeper(posix, durable, staging, claims).look(() -> true);
  }

  @Override
  public void close() {
    staging.close();
    publicRoot.close();
    durable.close();
  }
}
