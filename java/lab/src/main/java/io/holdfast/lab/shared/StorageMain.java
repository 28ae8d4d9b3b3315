package io.holdfast.lab.shared;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
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
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalRequest;
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
 * The lab's process inside of its namespaces: makes the storage and its clients, lets them ask
 * about each case, and prints events as {@link LabLines} on standard output.
 */
final class StorageMain {

  /** The word before the ids that leaves the clients up. */
  static final String KEEP = "keep";

  private static final String WAYS_FIELD = "ways";

  /** Far more than a question takes: how busy the machine is must not decide a case. */
  private static final long QUESTION_NANOS = LocalRequest.MAX_PROBE_TIMEOUT_NANOS / 2;

  private final SharedStorage storage;

  private StorageMain(SharedStorage storage) {
    this.storage = storage;
  }

  /**
   * The program.
   *
   * @param arguments a directory to mount the scratch tmpfs over, the id of a kind, perhaps {@link
   *     #KEEP}, and ids of cases
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path scratch = LabNamespace.enter(arguments[0]);
    StorageKind kind = StorageKind.named(arguments[1]);
    List<String> words = new ArrayList<>(Arrays.asList(arguments).subList(2, arguments.length));
    boolean keeps = words.remove(KEEP);
    SharedStorage storage = kind.raise(scratch.resolve(LabNamespace.markedName(kind.id())));
    StorageMain main = new StorageMain(storage);
    for (String id : words) {
      StorageCase how = kind.caseNamed(id).orElseThrow();
      main.run(how, keeps && id.equals(words.get(words.size() - 1)));
    }
    if (keeps) {
      tell(keptLine(storage.waysIn()));
      new CountDownLatch(1).await();
    }
  }

  private void run(StorageCase how, boolean staysMounted) throws IOException {
    LabEvent event;
    try {
      storage.mount(how);
      tell(LabLines.write(new LabEvent.RigUp(how.id(), place())));
      event = new LabEvent.Finished(CaseResult.of(how, observe(how)));
    } catch (IOException e) {
      event = new LabEvent.Broken(how.id(), String.valueOf(e.getMessage()));
    }
    tell(LabLines.write(event));
    if (!staysMounted) {
      storage.unmount();
    }
  }

  private Observation observe(StorageCase how) {
    LitmusRequest request =
        new LitmusRequest(
            storage.members(),
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

  /** Where the first client has it. */
  private String place() {
    return storage.members().get(0).directory().toString();
  }

  private static String keptLine(List<String> ways) {
    List<JsonValue> texts = new ArrayList<>();
    ways.forEach(way -> texts.add(new JsonString(way)));
    return CanonicalJson.text(new JsonObject(Map.of(WAYS_FIELD, new JsonArray(texts))));
  }

  /** The ways in, in the line that says that the clients stay; empty for any other line. */
  static Optional<List<String>> waysIn(String line) throws IOException {
    return JsonFields.read(
        line, fields -> fields.object().get(WAYS_FIELD).map(value -> fields.texts(WAYS_FIELD)));
  }

  private static void tell(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
