package io.holdfast.dispatch;

/** Tells everybody who is to know of a row that has ended; nothing is held for it any more. */
record Endings(Scheduler scheduler, StepListener listener) {

  void rejected(Rejected rejected) {
    scheduler.ended(rejected.proposal(), rejected.ending());
    RowEvent.tell(rejected);
    listener.rejected(rejected);
  }

  void released(Released released) {
    scheduler.ended(released.proposal(), Selector.Ending.COMMITTED);
    RowEvent.tell(released);
    listener.released(released);
  }
}
