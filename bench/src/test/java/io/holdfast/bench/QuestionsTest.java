package io.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each JMH class asks, once, through each binding: JMH itself only repeats it. */
class QuestionsTest {

  @TempDir private Path directory;

  private static void require(String binding) {
    try {
      Bindings.find().choose(binding);
    } catch (BindingUnavailableException e) {
      assumeTrue(false, binding + ": " + e.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jni", "jna", "jnr"})
  void refusedCallsAreCarried(String binding) throws Exception {
    require(binding);
    CarryCost question = new CarryCost();
    question.binding = binding;
    question.load();
    assertThat(question.refused()).isNegative();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jni", "jna", "jnr"})
  void claimsHaveTheirBarriers(String binding) throws Exception {
    require(binding);
    ClaimCost question = new ClaimCost();
    question.binding = binding;
    question.directory = directory.toString();
    question.open();
    try {
      question.mark();
      question.claimAndRelease();
      question.check();
      question.claimAndRelease();
      assertThatThrownBy(question::check).as("twice").isInstanceOf(WrongCountsException.class);
    } finally {
      question.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jni", "jna", "jnr"})
  void sessionsBeatWithoutBarriers(String binding) throws Exception {
    require(binding);
    SessionHeartbeat question = new SessionHeartbeat();
    question.binding = binding;
    question.directory = directory.toString();
    question.open();
    try {
      question.mark();
      assertThat(question.beat()).isEqualTo(question.leases);
      question.check();
    } finally {
      question.close();
    }
  }

  @Test
  void scansFindEveryRecord() throws Exception {
    Scan question = new Scan();
    question.records = 100;
    question.directory = directory.toString();
    question.open();
    try {
      question.mark();
      assertThat(question.scan().unreadable()).isZero();
      question.check();
      question.records = 101;
      assertThatThrownBy(question::scan).isInstanceOf(WrongCountsException.class);
    } finally {
      question.close();
    }
  }

  @Test
  void roundsOfALitmusAreVerified() throws Exception {
    LitmusRound question = new LitmusRound();
    question.directory = directory.toString();
    question.open();
    try {
      assertThat(question.litmus()).isPositive();
    } finally {
      question.close();
    }
  }
}
