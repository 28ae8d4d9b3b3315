package io.holdfast.lab;

import io.holdfast.lab.crash.CrashEvent;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashLab;
import io.holdfast.lab.crash.CrashRequest;
import io.holdfast.lab.crash.CrashWorkload;
import io.holdfast.lab.crash.EioLab;
import io.holdfast.lab.crash.EioRequest;
import java.io.IOException;
import java.util.List;

/** Crashes or fails a disk for minutes, and prints how far it is. */
final class RunCrashMain {

  private static final int STATES = 10_000;
  private static final int TRIALS = 1000;

  private RunCrashMain() {}

  /**
   * The program.
   *
   * @param arguments "crash" or "eio", and the id of a file system
   */
  public static void main(String[] arguments) throws IOException {
    CrashFileSystem type = CrashFileSystem.withId(arguments[1]).orElseThrow();
    if (arguments[0].equals("eio")) {
      new EioLab(Facilities.here())
          .run(new EioRequest(type, TRIALS, 1, null, false), RunCrashMain::tell);
    } else {
      CrashRequest request =
          CrashRequest.of(List.of(type), STATES, 1).withWorkloads(List.of(CrashWorkload.GROUP));
      new CrashLab(Facilities.here()).run(request, RunCrashMain::tell);
    }
  }

  private static void tell(CrashEvent event) {
    if (event instanceof CrashEvent.Progress progress) {
      tell(progress.states());
    } else {
      throw new IllegalStateException("before it was killed: " + event);
    }
  }

  private static void tell(int done) {
    System.out.println("made " + done);
    System.out.flush();
  }
}
