package io.holdfast.lab.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.RigException;
import io.holdfast.lab.guest.Guest;
import io.holdfast.lab.guest.GuestName;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/** Inside of the lab's namespaces: everything that can be done to guests, once. */
final class GuestDrillMain {

  private static final int SECONDS = 60;
  private static final String SHARED = ClientGuest.MOUNT_POINT;

  private final NfsGuests guests;
  private final Guest alpha;
  private final Guest beta;

  private GuestDrillMain(NfsGuests guests) {
    this.guests = guests;
    this.alpha = guests.alpha().guest();
    this.beta = guests.beta().guest();
  }

  public static void main(String[] arguments) throws Exception {
    GuestDrillMain drill =
        new GuestDrillMain(new NfsGuests(LabNamespace.enter(arguments[0]).resolve("guests")));
    drill.everyKernelIsAnother();
    drill.guests.mount(StorageKind.NFS.caseNamed("4.2").orElseThrow());
    drill.whatOneWritesTheOtherReads();
    drill.anAgentStandsInAGuestAndDiesWithItsLauncher();
    drill.aFrozenGuestDoesNothing();
    drill.aGuestThatIsCutOffReachesNobody();
    drill.aServerComesBackWithItsFiles();
    drill.guests.unmount();
    drill.twoClientsCanHaveOneName();
  }

  private void everyKernelIsAnother() throws IOException {
    String bootId = "/proc/sys/kernel/random/boot_id";
    assertThat(alpha.run(SECONDS, "cat", bootId)).isNotEqualTo(beta.run(SECONDS, "cat", bootId));
    assertThat(alpha.run(SECONDS, "hostname")).isEqualTo("alpha");
    assertThatThrownBy(() -> alpha.run(SECONDS, "sh", "-c", "echo no; exit 3"))
        .isInstanceOf(RigException.class)
        .hasMessageContaining("answered 3: no");
  }

  private void whatOneWritesTheOtherReads() throws IOException {
    write(alpha, "hello");
    assertThat(beta.run(SECONDS, "cat", SHARED + "/file")).isEqualTo("hello");
  }

  private static void write(Guest guest, String text) throws IOException {
    guest.run(SECONDS, "sh", "-c", "echo " + text + " >" + SHARED + "/file && sync");
  }

  private void anAgentStandsInAGuestAndDiesWithItsLauncher() throws Exception {
    Process agent = alpha.agents().launch();
    Writer requests = agent.outputWriter(StandardCharsets.US_ASCII);
    BufferedReader answers = agent.inputReader(StandardCharsets.US_ASCII);

    requests.write("1 hello\n");
    requests.flush();
    String hello = answers.readLine();
    assertThat(hello).contains(HexFormat.of().formatHex("alpha".getBytes(StandardCharsets.UTF_8)));
    String pid = hello.split(" ", -1)[5];
    assertThat(alpha.run(SECONDS, "cat", "/proc/" + pid + "/comm")).isEqualTo("holdfast-agent");

    agent.destroyForcibly().waitFor(SECONDS, TimeUnit.SECONDS);
    String gone = "while kill -0 " + pid + " 2>/dev/null; do sleep 0.02; done";
    alpha.run(SECONDS, "sh", "-c", gone);
  }

  private void aFrozenGuestDoesNothing() throws IOException {
    beta.freeze();
    assertThatThrownBy(() -> beta.run(1, "true")).hasMessageContaining("answered 137");
    beta.thaw();
    assertThat(beta.run(SECONDS, "echo", "again")).isEqualTo("again");
  }

  private void aGuestThatIsCutOffReachesNobody() throws IOException {
    guests.network().cut(GuestName.BETA);
    String connect = "exec 3<>/dev/tcp/server/2049";
    assertThatThrownBy(() -> beta.run(2, "bash", "-c", connect)).isInstanceOf(RigException.class);
    guests.network().heal(GuestName.BETA);
    beta.run(SECONDS, "bash", "-c", connect);
  }

  private void aServerComesBackWithItsFiles() throws IOException {
    write(alpha, "before");
    guests.server().crashAndReturn();
    assertThat(beta.run(SECONDS, "cat", SHARED + "/file")).isEqualTo("before");
  }

  private void twoClientsCanHaveOneName() throws IOException {
    guests.mount(StorageKind.NFS.caseNamed("4.2-cloned-name").orElseThrow());
    assertThat(beta.run(SECONDS, "hostname")).isEqualTo("alpha");
    guests.unmount();
  }
}
