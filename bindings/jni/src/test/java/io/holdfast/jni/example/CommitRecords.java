package io.holdfast.jni.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DirectorySupport;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.List;

/** Replaces sixteen records in two directories, durably, at the price of two directory barriers. */
public final class CommitRecords {

  private CommitRecords() {}

  /** Argument: a directory that is there. */
  public static void main(String[] arguments) throws Exception {
    Posix posix = Bindings.load();
    try (Durable durable = new Durable(posix, DurableOptions.defaults());
        Dir root = Dir.open(posix, RawPath.of(arguments[0]))) {
      if (durable.examine(root).barrier() == DirectorySupport.Barrier.UNSUPPORTED) {
        throw new IllegalStateException("fsync of " + root + " is unsupported");
      }
      durable.makeDirs(root, List.of(Name.of("even")));
      durable.makeDirs(root, List.of(Name.of("odd")));
      try (Dir even = root.openChild(Name.of("even"));
          Dir odd = root.openChild(Name.of("odd"))) {
        commit(durable, even, odd);
      }
    }
  }

  private static void commit(Durable durable, Dir even, Dir odd) {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (int i = 0; i < 16; i++) {
        byte[] content = ("record " + i + "\n").getBytes(UTF_8);
        batch.replace(i % 2 == 0 ? even : odd, Name.of("record" + i), content);
      }
      DirectoryBarrierBatch.Result result = batch.flush();
      System.out.printf(
          "%d records durable: %d content barriers, %d directory barriers%n",
          result.records(), result.fileSyncs(), result.directorySyncs());
    } catch (PosixException e) {
      // A record was refused. Those before it are durable, it and those after it are as they were.
      System.out.println("refused: " + e.getMessage());
    } catch (DurabilityUnknownException e) {
      // Neither success nor failure. Open anew, read, decide by what is there.
      System.out.println("unknown: " + e.getMessage());
    } catch (PoisonedException e) {
      // An earlier directory barrier failed. Nothing was touched; open anew.
      System.out.println("poisoned: " + e.getMessage());
    }
  }
}
