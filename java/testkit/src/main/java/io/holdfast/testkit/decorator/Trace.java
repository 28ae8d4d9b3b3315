package io.holdfast.testkit.decorator;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Calls in the order in which they answered; a value that no longer changes. */
public record Trace(List<RecordedCall> calls) implements Iterable<RecordedCall> {

  public Trace {
    calls = List.copyOf(calls);
  }

  /** The calls of these kinds only. */
  public Trace only(PosixCall... kinds) {
    List<PosixCall> wanted = Arrays.asList(kinds);
    return where(call -> wanted.contains(call.which()));
  }

  /** The calls that answer yes. */
  public Trace where(Predicate<RecordedCall> predicate) {
    return new Trace(calls.stream().filter(predicate).toList());
  }

  /** What was called, without arguments: {@code [openat, write, fsync]}. */
  public List<PosixCall> kinds() {
    return calls.stream().map(RecordedCall::which).toList();
  }

  public int size() {
    return calls.size();
  }

  public Stream<RecordedCall> stream() {
    return calls.stream();
  }

  @Override
  public Iterator<RecordedCall> iterator() {
    return calls.iterator();
  }

  /** One call a line. */
  @Override
  public String toString() {
    return calls.stream().map(RecordedCall::toString).collect(Collectors.joining("\n"));
  }
}
