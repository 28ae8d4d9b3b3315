package io.holdfast.lease;

import java.util.function.Function;

/** What is to become of a record, decided by what was read. */
sealed interface Step<A> {

  /** Nothing; this is the answer. */
  record Keep<A>(A answer) implements Step<A> {}

  /**
   * Nothing, and the answer says that what was read stays so: whoever wrote it may have died before
   * its barrier, so that one is made first.
   */
  record Confirm<A>(A answer) implements Step<A> {}

  /**
   * Another record takes its place.
   *
   * @param answer made of the record as it was written, once it is durable
   */
  record Put<A>(LeaseRecord record, Function<LeaseRecord, A> answer) implements Step<A> {}

  /**
   * Nobody has it any more: the record is removed, or, where records stay, says so.
   *
   * @param record what was read
   */
  record Free<A>(LeaseRecord record, A answer) implements Step<A> {}
}
