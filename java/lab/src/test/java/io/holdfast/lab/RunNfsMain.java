package io.holdfast.lab;

import io.holdfast.lab.guest.NfsCases;
import io.holdfast.lab.guest.NfsLab;
import java.io.IOException;
import java.util.List;

/** Keeps an NFS server and two clients up, and prints once that they are. */
final class RunNfsMain {

  private RunNfsMain() {}

  public static void main(String[] arguments) throws IOException {
    new NfsLab(Facilities.here())
        .runAndKeep(
            List.of(NfsCases.named("4.2").orElseThrow()),
            event -> {},
            ways -> {
              System.out.println("made " + ways);
              System.out.flush();
            });
  }
}
