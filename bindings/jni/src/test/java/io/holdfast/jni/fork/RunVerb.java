package io.holdfast.jni.fork;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.jni.JniProvider;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes one verb in a directory, or one batch of records over its directories s0, s1, …, or one
 * file by every verb with modes.
 */
public final class RunVerb {

  private static final byte[] CONTENT = "content\n".getBytes(US_ASCII);

  private RunVerb() {}

  /**
   * Arguments: the directory; then {@code publish}; {@code replace}; {@code batch} with the number
   * of records and of directories; or {@code modes} with those of files and of directories, octal.
   */
  public static void main(String[] arguments) throws Exception {
    Posix posix = new JniProvider().load();
    DurableOptions options = DurableOptions.defaults().withBarrierForm(BarrierForm.FSYNC);
    if (arguments[1].equals("modes")) {
      options = options.withModes(octal(arguments[2]), octal(arguments[3]));
    }
    try (Durable durable = new Durable(posix, options);
        Dir root = Dir.open(posix, RawPath.of(arguments[0]))) {
      switch (arguments[1]) {
        case "publish" -> durable.publish(root, Name.of("record"), CONTENT);
        case "replace" -> durable.replace(root, Name.of("record"), CONTENT);
        case "batch" ->
            batch(durable, root, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        case "modes" -> {
          durable.publish(root, Name.of("published"), CONTENT);
          durable.replace(root, Name.of("replaced"), CONTENT);
          durable.makeDirs(root, List.of(Name.of("s0"), Name.of("below")));
          batch(durable, root, 1, 1);
        }
        default -> throw new IllegalArgumentException(arguments[1]);
      }
    }
  }

  private static int octal(String text) {
    return Integer.parseInt(text, 8);
  }

  private static void batch(Durable durable, Dir root, int records, int directories)
      throws Exception {
    List<Dir> shards = new ArrayList<>();
    for (int i = 0; i < directories; i++) {
      shards.add(root.openChild(Name.of("s" + i)));
    }
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (int i = 0; i < records; i++) {
        batch.replace(shards.get(i % directories), Name.of("record" + i), CONTENT);
      }
      batch.flush();
    }
    shards.forEach(Dir::close);
  }
}
