package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Ground;
import io.holdfast.durable.RootTrust;
import io.holdfast.posix.PosixException;
import io.holdfast.qualification.QualificationOptions.HeartbeatAll;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * For coordinators of one host, whose storage was qualified before they were started: looks whether
 * the path still leads to it. A directory that was moved away, or that something was mounted over,
 * is not the one that others see.
 */
final class PlaceWatch implements RootWatch {

  private final Ground ground;
  private final long intervalNanos;
  private volatile Optional<String> distrust = Optional.empty();
  private Optional<Long> nextNanos = Optional.empty();

  PlaceWatch(Ground ground, long intervalMillis) {
    this.ground = ground;
    this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
  }

  @Override
  public RootTrust trust() {
    return () ->
        distrust
            .<RootTrust.Answer>map(RootTrust.Answer.Refused::new)
            .orElse(new RootTrust.Answer.Trusted("qualified before the start, on one host"));
  }

  @Override
  public Optional<String> distrust() {
    return distrust;
  }

  @Override
  public void doWork(long nowNanos) {
    if (distrust.isPresent() || (nextNanos.isPresent() && nowNanos - nextNanos.get() < 0)) {
      return;
    }
    nextNanos = Optional.of(nowNanos + intervalNanos);
    try {
      if (!ground.isInPlace()) {
        distrust = Optional.of("the path of the campaign leads to another directory now");
      }
    } catch (PosixException e) {
      distrust = Optional.of("the path of the campaign leads nowhere: " + e.getMessage());
    }
  }

  @Override
  public void renewBy(HeartbeatAll all) {
    // A look takes no time.
  }

  @Override
  public boolean isVoting() {
    return false;
  }

  /** Who has nothing to do ends: the others need it for nothing. */
  @Override
  public boolean isEnd(Optional<String> view, long nowNanos) {
    return view.isPresent();
  }

  @Override
  public Map<String, Long> figures() {
    return Map.of();
  }

  @Override
  public void close() {
    distrust = Optional.of("nobody looks any more");
  }
}
