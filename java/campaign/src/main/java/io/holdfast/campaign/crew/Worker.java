package io.holdfast.campaign.crew;

import io.holdfast.dispatch.Assignment;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A worker: takes orders on the thread that runs it, and works on one thing at a time on another,
 * so that it can be told to leave it.
 */
final class Worker {

  private final WorkerLink link;
  private final ItemTask task;
  private final BlockingQueue<Assignment> assigned = new LinkedBlockingQueue<>();
  private final Thread hands = new Thread(this::work, "campaign-hands");
  private volatile boolean leaving;

  Worker(WorkerLink link, ItemTask task) {
    this.link = link;
    this.task = task;
    hands.setDaemon(true);
  }

  /** Works until it is told to end, or its coordinator has gone. */
  void run() throws IOException {
    hands.start();
    link.tell(new Word.Ready());
    for (Optional<Order> order = link.next(); order.isPresent(); order = link.next()) {
      if (order.get() instanceof Order.Work begin) {
        leaving = false;
        assigned.add(begin.assignment());
      } else {
        leaving = true;
        hands.interrupt();
        if (order.get() instanceof Order.End) {
          link.tell(new Word.Ended());
          return;
        }
      }
    }
  }

  private void work() {
    for (; ; ) {
      Assignment assignment;
      try {
        assignment = assigned.take();
      } catch (InterruptedException e) {
        // It was told to leave what it had done already.
        continue;
      }
      try {
        link.tell(wordOn(assignment));
      } catch (IOException e) {
        // Nobody listens any more, which the other thread notices.
        return;
      }
    }
  }

  private Word wordOn(Assignment assignment) {
    if (leaving) {
      return new Word.Failed(assignment.id(), "it was told to stop before it began");
    }
    try {
      return new Word.Result(assignment.id(), task.run(assignment));
    } catch (Exception e) {
      return new Word.Failed(assignment.id(), e.toString());
    }
  }
}
