package io.holdfast.testkit.result;

/** What each part of the contract stands on. */
interface ResultGround {

  /** The directory of the running test. */
  ResultArena arena();

  /** Which rename of a content moves it: the first, or the one after the first was refused. */
  int movingCall();
}
