package io.holdfast.lab.crash;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request as arguments of the lab's process: nine words, "-" for what is not there. */
final class CrashArguments {

  private static final String NONE = "-";
  private static final int COUNT = 9;

  private CrashArguments() {}

  static List<String> write(CrashRequest request) {
    List<String> words = new ArrayList<>();
    words.add(joined(request.fileSystems(), CrashFileSystem::id));
    words.add(joined(request.workloads(), CrashWorkload::id));
    words.add(joined(request.units(), String::valueOf));
    words.add(Integer.toString(request.states()));
    words.add(Long.toString(request.seed()));
    words.add(wordOf(request.mutant()));
    words.add(wordOf(request.keep()));
    words.add(wordOf(request.replayed()));
    words.add(request.only().map(String::valueOf).orElse(NONE));
    return words;
  }

  static CrashRequest read(List<String> words) {
    if (words.size() != COUNT) {
      throw new IllegalArgumentException("not a request: " + words);
    }
    return new CrashRequest(
        split(words.get(0), id -> CrashFileSystem.withId(id).orElseThrow()),
        split(words.get(1), id -> CrashWorkload.withId(id).orElseThrow()),
        split(words.get(2), Integer::valueOf),
        Integer.parseInt(words.get(3)),
        Long.parseLong(words.get(4)),
        valueOf(words.get(5), Function.identity()),
        valueOf(words.get(6), Path::of),
        valueOf(words.get(7), Path::of),
        Optional.ofNullable(valueOf(words.get(8), Integer::valueOf)));
  }

  private static <T> String joined(List<T> items, Function<T, String> id) {
    return String.join(",", items.stream().map(id).toList());
  }

  private static <T> List<T> split(String word, Function<String, T> of) {
    return Arrays.stream(word.split(",", -1)).map(of).toList();
  }

  private static String wordOf(@Nullable Object value) {
    return value == null ? NONE : value.toString();
  }

  private static <T> @Nullable T valueOf(String word, Function<String, T> of) {
    return word.equals(NONE) ? null : of.apply(word);
  }
}
