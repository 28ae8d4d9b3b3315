package io.holdfast.lab.crash;

import io.holdfast.lab.RigException;
import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Builds and mounts what power cuts leave of a recorded disk, by holdfast-crash-replay. */
final class DiskReplay implements RecordedStorage {

  static final String PROGRAM = "holdfast-crash-replay";
  private static final long LIMIT_SECONDS = 20;

  private final Process process;
  private final BufferedWriter commands;
  private final BufferedReader answers;
  private final MountedRemains remains;

  private DiskReplay(Process process, MountedRemains remains) {
    this.process = process;
    this.commands = process.outputWriter(StandardCharsets.US_ASCII);
    this.answers = process.inputReader(StandardCharsets.US_ASCII);
    this.remains = remains;
  }

  /**
   * Starts it.
   *
   * @param start records before this one are durable
   * @param mountPoint an empty directory
   */
  static DiskReplay start(
      Posix posix, Path log, int start, int unit, CrashFileSystem type, Path mountPoint)
      throws IOException {
    try (NativeFile program = NativeFiles.find(PROGRAM)) {
      List<String> command =
          List.of(
              program.path(),
              log.toString(),
              Integer.toString(start),
              Integer.toString(unit),
              type.id(),
              mountPoint.toString());
      Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
      Path tested = mountPoint.resolve(CrashGround.TESTED);
      return new DiskReplay(process, new MountedRemains(posix, tested.toString()));
    }
  }

  @Override
  public Remains remains(int records, BitSet kept) throws IOException {
    String bits = kept.isEmpty() ? "-" : HexFormat.of().formatHex(kept.toByteArray());
    commands.write("state " + records + " " + bits + "\n");
    commands.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new RigException(PROGRAM + " ended");
    }
    if (answer.startsWith("failed ")) {
      Errno errno = Errno.ofNumber(Integer.parseInt(answer.substring("failed ".length())));
      throw new UnusableStorageException("the file system does not mount: " + errno);
    }
    return remains;
  }

  @Override
  public void close() throws IOException {
    try {
      commands.close();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new RigException(PROGRAM + " did not end well");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RigException("interrupted while " + PROGRAM + " ended", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
