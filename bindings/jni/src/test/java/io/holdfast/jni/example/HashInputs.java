package io.holdfast.jni.example;

import io.holdfast.dispatch.Assignment;
import io.holdfast.dispatch.Cooldown;
import io.holdfast.dispatch.DispatchParts;
import io.holdfast.dispatch.Dispatcher;
import io.holdfast.dispatch.ExecutorWorkers;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.ReplayFallback;
import io.holdfast.dispatch.Results;
import io.holdfast.dispatch.Workers;
import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A coordinator with two workers. Any number of it share one directory and do each input once. */
public record HashInputs(Durable durable, Dir results) implements Results {

  /** Called again after a crash, perhaps by another coordinator: it must not matter how often. */
  @Override
  public void publish(Lease lease, JsonObject manifest) throws Exception {
    byte[] content = text(manifest, "text").getBytes(StandardCharsets.UTF_8);
    durable.replace(results, Name.of(text(manifest, "sha256")), content);
  }

  @Override
  public void digest(JsonObject payload, JsonObject manifest) {
    System.out.println(text(manifest, "text") + " is done");
  }

  private static String text(JsonObject fields, String name) {
    return ((JsonString) fields.get(name).orElseThrow()).text();
  }

  private static JsonObject hash(Assignment work) {
    JsonObject input = (JsonObject) work.payload().get("input").orElseThrow();
    byte[] bytes = text(input, "text").getBytes(StandardCharsets.UTF_8);
    return input.with("sha256", new JsonString(WorkId.ofInput(bytes).hex()));
  }

  /** Arguments: a directory for the table, one for results, and what is to be hashed. */
  public static void main(String[] arguments) throws Exception {
    ReplayFallback inputs = new ReplayFallback("inputs", 1_000, Cooldown.NONE);
    for (String input : List.of(arguments).subList(2, arguments.length)) {
      inputs.add(input, Job.of(new JsonObject(Map.of("text", new JsonString(input)))));
    }
    Posix posix = Bindings.load();
    LeaseClocks clocks = LeaseClocks.system(posix);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Durable durable = new Durable(posix, DurableOptions.defaults());
        Dir results = Dir.open(posix, RawPath.of(arguments[1]));
        WorkLeaseTable table =
            WorkLeaseTable.open(
                posix,
                RawPath.of(arguments[0]),
                TableManifest.ofWork(),
                LeaseOptions.defaults(clocks),
                RootTrust.declaredByCaller("one host, checked with holdfast qualify"),
                "me")) {
      Workers workers = new ExecutorWorkers(threads, 2, HashInputs::hash);
      Results done = new HashInputs(durable, results);
      Dispatcher dispatcher =
          new Dispatcher(DispatchParts.ofWork(table, inputs, workers, done, "me", clocks.boot()));
      while (dispatcher.state() != Dispatcher.State.STOPPED) {
        if (dispatcher.isQuiet()) {
          dispatcher.shutdown(clocks.boot().nanoTime());
        }
        if (dispatcher.doWork(clocks.boot().nanoTime()) == 0) {
          clocks.pause().nanos(10_000_000);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
