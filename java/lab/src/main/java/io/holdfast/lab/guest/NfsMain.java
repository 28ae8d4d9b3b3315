package io.holdfast.lab.guest;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lab.CaseResult;
import io.holdfast.lab.JsonFields;
import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabLines;
import io.holdfast.lab.LabNamespace;
import io.holdfast.lab.Observation;
import io.holdfast.litmus.CrossHostQualifier;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The lab's process inside of its namespaces: boots the guests, lets them ask about each case, and
 * prints events as {@link LabLines} on standard output.
 */
final class NfsMain {

  /** The word before the ids that leaves the guests up. */
  static final String KEEP = "keep";

  private static final String DOOR_FIELD = "door";

  /** Far more than a question takes: how busy the machine is must not decide a case. */
  private static final long QUESTION_NANOS = LocalRequest.MAX_PROBE_TIMEOUT_NANOS / 2;

  private final NfsGuests guests;

  private NfsMain(NfsGuests guests) {
    this.guests = guests;
  }

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, perhaps {@link #KEEP}, and ids of
   *     cases
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path scratch = LabNamespace.enter(arguments[0]);
    List<String> words = new ArrayList<>(Arrays.asList(arguments).subList(1, arguments.length));
    boolean keeps = words.remove(KEEP);
    NfsMain main = new NfsMain(new NfsGuests(scratch.resolve(LabNamespace.markedName("guests"))));
    for (String id : words) {
      main.run(NfsCases.named(id).orElseThrow(), keeps && id.equals(words.get(words.size() - 1)));
    }
    if (keeps) {
      tell(keptLine(main.guests.door()));
      new CountDownLatch(1).await();
    }
  }

  private void run(NfsCase how, boolean staysMounted) throws IOException {
    LabEvent event;
    try {
      guests.mount(how);
      tell(LabLines.write(new LabEvent.RigUp(how.id(), NfsClient.MOUNT_POINT)));
      event = new LabEvent.Finished(ask(how));
    } catch (IOException e) {
      event = new LabEvent.Broken(how.id(), String.valueOf(e.getMessage()));
    }
    tell(LabLines.write(event));
    if (!staysMounted) {
      guests.unmount();
    }
  }

  private CaseResult ask(NfsCase how) {
    Observation seen = observe(how);
    return new CaseResult(
        how.id(), how.expected().inWords(), seen, how.expected().disagreements(seen));
  }

  private Observation observe(NfsCase how) {
    RawPath shared = RawPath.of(NfsClient.MOUNT_POINT);
    LitmusRequest request =
        new LitmusRequest(
            List.of(
                new LitmusMember(GuestName.ALPHA.word(), guests.alpha().agents(), shared),
                new LitmusMember(GuestName.BETA.word(), guests.beta().agents(), shared)),
            how.profile(),
            true,
            QUESTION_NANOS,
            TimeUnit.SECONDS.toNanos(how.deadlineSeconds()));
    try {
      return Observation.of(
          new CrossHostQualifier(NanoClock.system(), EpochClock.system())
              .run(request, event -> {}));
    } catch (LitmusException e) {
      return Observation.refused(String.valueOf(e.getMessage()), 0);
    }
  }

  private static String keptLine(Path door) {
    return CanonicalJson.text(new JsonObject(Map.of(DOOR_FIELD, new JsonString(door.toString()))));
  }

  /** The door's program, in the line that says that the guests stay; empty for any other line. */
  static Optional<String> keptDoor(String line) throws IOException {
    return JsonFields.read(
        line, fields -> fields.object().get(DOOR_FIELD).map(value -> fields.text(DOOR_FIELD)));
  }

  private static void tell(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
