package io.holdfast.testkit.decorator;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Fails calls by count, for ever, or by seed; before they are made, or after they were done; and
 * cuts transfers short. Any number of threads may use it.
 *
 * <p>close and closedir are always done, also when they are made to fail: the descriptor is gone
 * whatever they answer. A descriptor or stream that a failed call had opened is closed again.
 *
 * <p>All N of "the N-th call of X fails", until no call is hit:
 *
 * <pre>{@code
 * for (long n = 1; ; n++) {
 *   FaultPosix faulty = new FaultPosix(posix).inject(Fault.of(FSYNC, EIO).onCall(n));
 *   work(faulty);
 *   if (faulty.injected().isEmpty()) break;
 * }
 * }</pre>
 */
public final class FaultPosix extends InterceptingPosix {

  private final Object mutex = new Object();
  private final List<Armed> armed = new ArrayList<>();
  private final Map<PosixCall, Long> counts = new EnumMap<>(PosixCall.class);
  private final Map<PosixCall, Long> transfers = new EnumMap<>(PosixCall.class);
  private final List<Cut> cuts = new ArrayList<>();
  private final List<Injected> injected = new ArrayList<>();
  private @Nullable RandomFaults random;
  private @Nullable Long cutSeed;

  public FaultPosix(Posix delegate) {
    super(delegate);
  }

  /** A call that was made to fail, and the fault that did it. */
  public record Injected(Call call, Errno errno, boolean done) {}

  /** Adds a fault; where several concern one call, the first given that hits decides. */
  public FaultPosix inject(Fault fault) {
    synchronized (mutex) {
      armed.add(new Armed(fault));
    }
    return this;
  }

  /** Adds faults by seed, asked after those given by {@link #inject}; replaces earlier ones. */
  public FaultPosix injectAtRandom(RandomFaults faults) {
    synchronized (mutex) {
      random = faults;
    }
    return this;
  }

  /**
   * Cuts the n-th transfer of a kind.
   *
   * @param which read, write, pread or pwrite
   * @param nth counted from 1 since this decorator was made
   * @param length most bytes that it moves, at least 1
   */
  public FaultPosix cut(PosixCall which, long nth, int length) {
    if (!isTransfer(which) || nth < 1 || length < 1) {
      throw new IllegalArgumentException("cannot cut " + which + " " + nth + " to " + length);
    }
    synchronized (mutex) {
      cuts.add(new Cut(which, nth, length));
    }
    return this;
  }

  /** Cuts every read, write, pread and pwrite to a length between 1 and what was asked for. */
  public FaultPosix cutAll(long seed) {
    synchronized (mutex) {
      cutSeed = seed;
    }
    return this;
  }

  /** Lifts all faults and cuts; counts go on. */
  public void heal() {
    synchronized (mutex) {
      armed.clear();
      cuts.clear();
      random = null;
      cutSeed = null;
    }
  }

  /** How often a call was asked for since this decorator was made, failed ones included. */
  public long count(PosixCall which) {
    synchronized (mutex) {
      return counts.getOrDefault(which, 0L);
    }
  }

  /** The calls that were made to fail, in order. */
  public List<Injected> injected() {
    synchronized (mutex) {
      return List.copyOf(injected);
    }
  }

  @Override
  protected long around(Call call, LongSupplier proceed) {
    Fault fault = next(call);
    if (fault == null) {
      return proceed.getAsLong();
    }
    boolean done = fault.isAfterwards() || call.which().endsDescriptor();
    if (done) {
      giveBack(call.which(), proceed.getAsLong());
    }
    synchronized (mutex) {
      injected.add(new Injected(call, fault.errno(), done));
    }
    return fault.errno().asResult();
  }

  private @Nullable Fault next(Call call) {
    synchronized (mutex) {
      long number = counts.merge(call.which(), 1L, Long::sum);
      Fault hit = null;
      for (Armed candidate : armed) {
        if (candidate.countsAndHits(call) && hit == null) {
          hit = candidate.fault;
        }
      }
      if (hit == null && random != null) {
        hit = random.befalling(call.which(), number).stream().findFirst().orElse(null);
      }
      return hit;
    }
  }

  private void giveBack(PosixCall which, long result) {
    if (result < 0) {
      return;
    }
    if (which.opensDescriptor()) {
      delegate().close((int) result);
    } else if (which == PosixCall.OPENDIR) {
      delegate().closedir(result);
    }
  }

  @Override
  public int read(int fd, byte[] buffer, int offset, int length) {
    return super.read(fd, buffer, offset, cutLength(PosixCall.READ, length));
  }

  @Override
  public int write(int fd, byte[] buffer, int offset, int length) {
    return super.write(fd, buffer, offset, cutLength(PosixCall.WRITE, length));
  }

  @Override
  public int pread(int fd, byte[] buffer, int offset, int length, long position) {
    return super.pread(fd, buffer, offset, cutLength(PosixCall.PREAD, length), position);
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    return super.pwrite(fd, buffer, offset, cutLength(PosixCall.PWRITE, length), position);
  }

  private int cutLength(PosixCall which, int length) {
    synchronized (mutex) {
      long number = transfers.merge(which, 1L, Long::sum);
      OptionalLong asked =
          cuts.stream().filter(c -> c.which == which && c.nth == number).mapToLong(Cut::to).min();
      if (asked.isPresent()) {
        return (int) Math.min(length, asked.getAsLong());
      }
      if (cutSeed == null || length <= 1) {
        return length;
      }
      return new SplittableRandom(cutSeed + 31 * number + which.method().hashCode())
          .nextInt(1, length + 1);
    }
  }

  private static boolean isTransfer(PosixCall which) {
    return switch (which) {
      case READ, WRITE, PREAD, PWRITE -> true;
      default -> false;
    };
  }

  private record Cut(PosixCall which, long nth, int to) {}

  private static final class Armed {
    final Fault fault;
    private long seen;

    Armed(Fault fault) {
      this.fault = fault;
    }

    boolean countsAndHits(Call call) {
      return fault.concerns(call) && fault.hits(++seen);
    }
  }
}
