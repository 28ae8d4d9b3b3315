package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Ground;
import io.holdfast.dispatch.Assignment;
import io.holdfast.posix.Posix;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A worker: takes orders on the thread that runs it, and works on one thing at a time on another,
 * so that it can be told to leave it. What it works on is interrupted then, what it tells is not.
 */
final class Worker {

  private final WorkerLink link;
  private final ItemTask task;
  private final BlockingQueue<Assignment> assigned = new LinkedBlockingQueue<>();
  private final Thread hands = new Thread(this::work, "campaign-hands");

  // Guarded by this.
  private boolean leaving;
  private boolean working;

  private Worker(WorkerLink link, ItemTask task) {
    this.link = link;
    this.task = task;
    hands.setDaemon(true);
  }

  /**
   * Works on the items of a campaign until it is told to end, or its coordinator has gone.
   *
   * @param kernel without the faults of the task
   * @param number within its crew, from 1
   */
  static void work(Posix kernel, CrewTask task, int number, WorkerLink link) throws Exception {
    Posix posix = Faults.on(kernel, task.faultSeedOfWorker(number));
    try (Ground ground = Ground.open(kernel, task.directory());
        ItemTask item = new ItemTask(posix, ground, task.coordinator(), number)) {
      new Worker(link, item).run();
    }
  }

  private void run() throws IOException {
    hands.start();
    link.tell(new Word.Ready());
    for (Optional<Order> order = link.next(); order.isPresent(); order = link.next()) {
      if (order.get() instanceof Order.Work begin) {
        takeOn(begin.assignment());
      } else {
        leave();
        if (order.get() instanceof Order.End) {
          link.tell(new Word.Ended());
          return;
        }
      }
    }
  }

  private synchronized void takeOn(Assignment assignment) {
    leaving = false;
    assigned.add(assignment);
  }

  private synchronized void leave() {
    leaving = true;
    if (working) {
      hands.interrupt();
    }
  }

  private synchronized boolean begin() {
    working = !leaving;
    return working;
  }

  private synchronized void finish() {
    working = false;
    Thread.interrupted();
  }

  private void work() {
    try {
      for (; ; ) {
        link.tell(wordOn(assigned.take()));
      }
    } catch (IOException | InterruptedException e) {
      // Nobody listens any more, which the other thread notices.
    }
  }

  private Word wordOn(Assignment assignment) {
    if (!begin()) {
      return new Word.Failed(assignment.id(), "it was told to stop before it began");
    }
    try {
      return new Word.Result(assignment.id(), task.run(assignment));
    } catch (Exception e) {
      return new Word.Failed(assignment.id(), e.toString());
    } finally {
      finish();
    }
  }
}
