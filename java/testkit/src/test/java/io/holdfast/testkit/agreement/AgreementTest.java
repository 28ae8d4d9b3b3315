package io.holdfast.testkit.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.DelegatingPosix;
import io.holdfast.testkit.sim.SimDisk;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class AgreementTest {

  private static final int STEPS = 150;
  private static final int SEEDS = 50;

  @Test
  void twoWorldsOfOneKindAgree() {
    Agreement agreement = between(posix -> posix);

    assertThatCode(() -> agreement.check(1, STEPS)).doesNotThrowAnyException();
  }

  @Test
  void anotherErrnoIsToldInFewSteps() throws Exception {
    AssertionError told = differences(WrongErrno::new);

    List<String> lines = told.getMessage().lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(5);
    assertThat(lines.get(0)).matches("seed \\d+: [12] of 150 steps show it:");
    assertThat(lines.get(lines.size() - 3)).startsWith("unlinkat(");
    assertThat(lines).endsWith("  one: EISDIR", "  other: EIO");
  }

  @Test
  void aTreeThatDiffersIsToldThoughEveryAnswerWasTheSame() throws Exception {
    AssertionError told = differences(ForgetsWrites::new);

    assertThat(told.getMessage()).containsPattern("the tree\n  one: .*\n  other: ");
    assertThat(told.getMessage().lines().count()).isLessThanOrEqualTo(7);
  }

  /** What the first script says that shows it. */
  private static AssertionError differences(UnaryOperator<Posix> liar) throws PosixException {
    Agreement agreement = between(liar);
    for (long seed = 1; seed <= SEEDS; seed++) {
      try {
        agreement.check(seed, STEPS);
      } catch (AssertionError told) {
        return told;
      }
    }
    throw new IllegalStateException("no script showed it");
  }

  private static Agreement between(UnaryOperator<Posix> other) {
    Map<String, Agreement.Opening> openings = new LinkedHashMap<>();
    openings.put("one", () -> World.simulated(SimDisk.create().newProcess(), "/"));
    openings.put("other", () -> World.simulated(other.apply(SimDisk.create().newProcess()), "/"));
    return new Agreement(openings);
  }

  private static final class WrongErrno extends DelegatingPosix {
    WrongErrno(Posix delegate) {
      super(delegate);
    }

    @Override
    public int unlinkat(int dirfd, byte[] path, int flags) {
      int result = super.unlinkat(dirfd, path, flags);
      return Errno.EISDIR.is(result) ? Errno.EIO.asResult() : result;
    }
  }

  private static final class ForgetsWrites extends DelegatingPosix {
    ForgetsWrites(Posix delegate) {
      super(delegate);
    }

    @Override
    public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
      byte[] zeros = new byte[buffer.length];
      return super.pwrite(fd, zeros, offset, length, position);
    }
  }
}
