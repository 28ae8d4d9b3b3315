package io.holdfast.lab.lease;

import io.holdfast.lease.TableManifest.Protocol;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A request as arguments of the lab's process: nine words, "-" for what is not there. */
final class LeaseArguments {

  private static final String NONE = "-";
  private static final int COUNT = 9;

  private LeaseArguments() {}

  static List<String> write(LeaseRunRequest request) {
    return List.of(
        request.directory() == null ? NONE : request.directory().toString(),
        Integer.toString(request.processes()),
        Integer.toString(request.seconds()),
        Integer.toString(request.ids()),
        request.chaosWords(),
        request.protocol().name(),
        request.mounts().id(),
        Long.toString(request.seed()),
        request.mutant() == null ? NONE : request.mutant().id());
  }

  static LeaseRunRequest read(List<String> words) {
    if (words.size() != COUNT) {
      throw new IllegalArgumentException("not a request: " + words);
    }
    return new LeaseRunRequest(
        words.get(0).equals(NONE) ? null : Path.of(words.get(0)),
        Integer.parseInt(words.get(1)),
        Integer.parseInt(words.get(2)),
        Integer.parseInt(words.get(3)),
        Arrays.stream(words.get(4).split(",", -1))
            .flatMap(word -> Chaos.withId(word).stream())
            .collect(Collectors.toSet()),
        Protocol.valueOf(words.get(5)),
        Mounts.withId(words.get(6)).orElseThrow(),
        Long.parseLong(words.get(7)),
        words.get(8).equals(NONE) ? null : LeaseMutant.withId(words.get(8)).orElseThrow());
  }
}
