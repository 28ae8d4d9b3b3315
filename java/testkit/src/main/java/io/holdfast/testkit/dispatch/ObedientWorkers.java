package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Assignment;
import io.holdfast.dispatch.Report;
import io.holdfast.dispatch.Workers;
import io.holdfast.json.JsonValue.JsonObject;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Workers that report what a test tells them to. */
final class ObedientWorkers implements Workers {

  private final SortedSet<Integer> idle = new TreeSet<>();
  private final SortedMap<Integer, Assignment> working = new TreeMap<>();
  private final List<Assignment> sent = new ArrayList<>();
  private final List<Integer> stopped = new ArrayList<>();
  private final Deque<Report> reports = new ArrayDeque<>();
  private boolean refusing;

  ObedientWorkers(int count) {
    for (int worker = 1; worker <= count; worker++) {
      idle.add(worker);
    }
  }

  /** Makes every sending fail from now on. */
  void refuse() {
    refusing = true;
  }

  /** All that was sent, in order. */
  List<Assignment> sent() {
    return sent;
  }

  /** What a worker has; it must have something. */
  Assignment assignment(int worker) {
    Assignment assignment = working.get(worker);
    if (assignment == null) {
      throw new IllegalStateException("worker " + worker + " has nothing");
    }
    return assignment;
  }

  /** What each worker has at present. */
  Map<Integer, Assignment> working() {
    return Map.copyOf(working);
  }

  /** Who was told to stop, in order. */
  List<Integer> stopped() {
    return stopped;
  }

  void finish(int worker, JsonObject manifest) {
    reports.add(new Report.Result(worker, leave(worker).id(), manifest));
  }

  void fail(int worker) {
    reports.add(new Report.Failed(worker, leave(worker).id(), "told to"));
  }

  void die(int worker) {
    working.remove(worker);
    idle.remove(worker);
    reports.add(new Report.Gone(worker, "told to"));
  }

  void report(Report report) {
    reports.add(report);
  }

  private Assignment leave(int worker) {
    Assignment assignment = assignment(worker);
    working.remove(worker);
    idle.add(worker);
    return assignment;
  }

  @Override
  public SortedSet<Integer> idle() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(idle));
  }

  @Override
  public void send(int worker, Assignment assignment) throws Exception {
    if (refusing) {
      throw new IOException("told to refuse");
    }
    idle.remove(worker);
    working.put(worker, assignment);
    sent.add(assignment);
  }

  @Override
  public void stop(int worker) {
    stopped.add(worker);
  }

  @Override
  public Optional<Report> poll() {
    return Optional.ofNullable(reports.poll());
  }
}
