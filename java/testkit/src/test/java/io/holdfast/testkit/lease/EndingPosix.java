package io.holdfast.testkit.lease;

import io.holdfast.posix.Errno;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.InterceptingPosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.sim.SimPosix;
import java.util.function.LongSupplier;

/** Ends its process at a call, or lets that call fail. */
final class EndingPosix extends InterceptingPosix {

  private final SimPosix process;
  private final End end;
  private final int nth;
  private int calls;

  /** What happens at the call. */
  enum End {
    DEATH,
    ERROR
  }

  /**
   * @param nth which call it is, from 1
   */
  EndingPosix(SimPosix process, End end, int nth) {
    super(process);
    this.process = process;
    this.end = end;
    this.nth = nth;
  }

  /** Whether the call was reached. */
  boolean hasEnded() {
    return calls >= nth;
  }

  @Override
  protected long around(Call call, LongSupplier proceed) {
    if (++calls == nth && end == End.DEATH) {
      process.kill();
    }
    boolean mayFail = call.which() != PosixCall.CLOSE && call.which() != PosixCall.GETUID;
    return calls == nth && end == End.ERROR && mayFail ? Errno.EIO.asResult() : proceed.getAsLong();
  }
}
