package io.holdfast.lab;

import io.holdfast.lab.shared.StorageKind;
import io.holdfast.lab.shared.StorageLab;
import java.io.IOException;
import java.util.List;

/** Keeps storage of a kind and its clients up, and prints once that they are. */
final class RunStorageMain {

  private RunStorageMain() {}

  /**
   * The program.
   *
   * @param arguments a kind
   */
  public static void main(String[] arguments) throws IOException {
    StorageKind kind = StorageKind.valueOf(arguments[0]);
    new StorageLab(Facilities.here(), kind)
        .runAndKeep(
            List.of(kind.cases().get(0)),
            event -> {},
            ways -> {
              System.out.println("made " + ways);
              System.out.flush();
            });
  }
}
