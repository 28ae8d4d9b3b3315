package io.holdfast.lab;

import io.holdfast.lab.shared.CutCase;
import io.holdfast.lab.shared.CutLab;
import java.io.IOException;
import java.util.List;

/** Cuts a client off, and prints what happens. */
final class RunCutMain {

  private RunCutMain() {}

  /** The program; it has no arguments. */
  public static void main(String[] arguments) throws IOException {
    new CutLab(Facilities.here())
        .run(
            List.of(CutCase.GLUSTER_FLOCK),
            event -> {
              if (event instanceof LabEvent.Progress progress) {
                System.out.println(progress.words());
                System.out.flush();
              }
            });
  }
}
