package io.holdfast.testkit.sim;

import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.InterceptingPosix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A process whose disk may crash at any moment: keeps the {@link CrashPoint} before its first call,
 * after each call that changed the disk or was a barrier, and at each {@link #mark}.
 *
 * <p>With several threads, or several recorders on one disk, a point may show more than the call it
 * stands behind.
 */
public final class CrashRecorder extends InterceptingPosix {

  private final Object mutex = new Object();
  private final SimDisk disk;
  private final List<Moment> moments = new ArrayList<>();
  private final List<String> marks = new ArrayList<>();
  private long seen;

  /** Begins with the disk as it is. */
  public CrashRecorder(SimPosix process) {
    super(process);
    disk = process.disk();
    synchronized (mutex) {
      seen = disk.changes();
      add(null);
    }
  }

  /**
   * A moment at which the disk may crash.
   *
   * @param place counted from 0
   * @param after the call right before, null for the first moment and for a mark
   * @param marks everything that was marked until then
   */
  public record Moment(int place, @Nullable Call after, List<String> marks, CrashPoint point) {

    public Moment {
      marks = List.copyOf(marks);
    }

    @Override
    public String toString() {
      String where = after == null ? "" : " after " + after;
      return "moment " + place + where + (marks.isEmpty() ? "" : ", marked " + marks);
    }
  }

  /** One outcome of a crash at one moment. */
  public record Outcome(Moment moment, CrashState state) {

    public SimDisk disk() {
      return state.disk();
    }

    /** Whether this had been marked before the crash. */
    public boolean marked(String mark) {
      return moment.marks().contains(mark);
    }

    @Override
    public String toString() {
      return moment + ": " + state;
    }
  }

  /** Notes what the outside world knows from here on, such as that a write was acknowledged. */
  public void mark(String mark) {
    synchronized (mutex) {
      marks.add(mark);
      add(null);
    }
  }

  public List<Moment> moments() {
    synchronized (mutex) {
      return List.copyOf(moments);
    }
  }

  /** The {@link CrashPoint#states} of every moment. */
  public Stream<Outcome> outcomes(NameLoss loss, int limitPerMoment, long seed) {
    return moments().stream().flatMap(moment -> outcomes(moment, loss, limitPerMoment, seed));
  }

  private static Stream<Outcome> outcomes(Moment moment, NameLoss loss, int limit, long seed) {
    return moment
        .point()
        .under(loss)
        .states(limit, seed + moment.place())
        .map(state -> new Outcome(moment, state));
  }

  @Override
  protected long around(Call call, LongSupplier proceed) {
    long result = proceed.getAsLong();
    synchronized (mutex) {
      long changes = disk.changes();
      if (changes != seen) {
        seen = changes;
        add(call);
      }
    }
    return result;
  }

  private void add(@Nullable Call after) {
    moments.add(new Moment(moments.size(), after, marks, disk.crashPoint()));
  }
}
