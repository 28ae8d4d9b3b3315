package io.holdfast.testkit.decorator;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A method added to Posix breaks this test until every decorator knows it. */
class NoMethodForgottenTest {

  private static final List<Function<Posix, Posix>> DECORATORS =
      List.of(
          posix -> new DelegatingPosix(posix) {},
          FaultPosix::new,
          MeanwhilePosix::new,
          posix -> new SteppedPosix(posix, () -> {}),
          RecordingPosix::new);

  static List<Method> methods() {
    return Invocations.methods().toList();
  }

  static List<Method> systemCalls() {
    return Invocations.systemCalls().toList();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void isForwardedUnchangedByEveryDecorator(Method method) throws Exception {
    for (Function<Posix, Posix> decorator : DECORATORS) {
      Invocations below = new Invocations();
      Object[] arguments = Invocations.argumentsFor(method);

      Object answer = Invocations.call(method, decorator.apply(below.posix), arguments);

      assertThat(below.reached)
          .containsExactly(new Invocations.Reached(method, Arrays.asList(arguments)));
      assertThat(answer).isIn("noted", Invocations.ANSWER, (long) Invocations.ANSWER);
    }
  }

  @ParameterizedTest
  @MethodSource("systemCalls")
  void isRecordedUnderItsNameWithEveryArgument(Method method) throws Exception {
    RecordingPosix recording = new RecordingPosix(new Invocations().posix);

    Invocations.call(method, recording, Invocations.argumentsFor(method));

    assertThat(recording.trace().size()).isEqualTo(1);
    RecordedCall line = recording.trace().calls().get(0);
    assertThat(line.which()).isEqualTo(PosixCall.named(method.getName()));
    assertThat(line.call().arguments()).hasSameSizeAs(line.which().arguments());
    assertThat(line.result()).isEqualTo(Invocations.ANSWER);
    assertThat(line.toString()).startsWith(method.getName() + "(");
  }

  @ParameterizedTest
  @MethodSource("systemCalls")
  void canBeMadeToFailByName(Method method) throws Exception {
    Invocations below = new Invocations();
    PosixCall which = PosixCall.named(method.getName());
    FaultPosix faulty = new FaultPosix(below.posix).inject(Fault.of(which, Errno.EIO));

    Number first = (Number) Invocations.call(method, faulty, Invocations.argumentsFor(method));
    Number second = (Number) Invocations.call(method, faulty, Invocations.argumentsFor(method));

    assertThat(first.longValue()).isEqualTo(Errno.EIO.asResult());
    assertThat(second.longValue()).isEqualTo(Invocations.ANSWER);
    assertThat(below.reached).hasSize(which.endsDescriptor() ? 2 : 1);
    assertThat(faulty.count(which)).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("systemCalls")
  void canBeDoneAndReportedFailed(Method method) throws Exception {
    Invocations below = new Invocations();
    PosixCall which = PosixCall.named(method.getName());
    FaultPosix faulty = new FaultPosix(below.posix).inject(Fault.of(which, Errno.EIO).afterwards());

    Number answer = (Number) Invocations.call(method, faulty, Invocations.argumentsFor(method));

    assertThat(answer.longValue()).isEqualTo(Errno.EIO.asResult());
    assertThat(below.reached.get(0).method()).isEqualTo(method);
    assertThat(faulty.injected()).singleElement().returns(true, FaultPosix.Injected::done);
  }

  @Test
  void callsAreNamedAsTheMethodsAre() {
    assertThat(Arrays.stream(PosixCall.values()).map(PosixCall::method))
        .containsExactlyInAnyOrderElementsOf(
            Invocations.systemCalls().map(Method::getName).toList());
  }
}
