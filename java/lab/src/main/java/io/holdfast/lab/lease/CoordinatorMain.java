package io.holdfast.lab.lease;

import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The program of one coordinator. It ends with the lab's namespaces at the latest. */
final class CoordinatorMain {

  private CoordinatorMain() {}

  /**
   * The program.
   *
   * @param arguments {@link CoordinatorTask#words}
   */
  public static void main(String[] arguments) throws Exception {
    CoordinatorTask task = CoordinatorTask.ofWords(Arrays.asList(arguments));
    Posix posix = Bindings.load();
    DriverLink driver =
        new DriverLink(
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
            System.out);
    Ledger ledger = Ledger.open(posix, task.ledger(), task.coordinator());
    LivingTable table = new LivingTable(posix, task, ledger);
    driver.up();
    new Coordinator(task, table, ledger, driver).run();
    table.close();
    ledger.close();
    driver.end();
  }
}
