package io.holdfast.lab.crash;

import io.holdfast.lab.Command;
import io.holdfast.lab.RigException;
import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process that serves one mount, from its "mounted" to its end. Used by one thread. */
final class Daemon implements AutoCloseable {

  private static final long LIMIT_SECONDS = 20;
  private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final String program;
  private final Process process;
  private final Path mountPoint;
  private boolean mounted = true;

  private Daemon(String program, Process process, Path mountPoint) {
    this.program = program;
    this.process = process;
    this.mountPoint = mountPoint;
  }

  /** Starts a daemon of the project; it is given the mount point as its last argument. */
  static Daemon start(String program, Path mountPoint, List<String> arguments) throws IOException {
    try (NativeFile file = NativeFiles.find(program)) {
      List<String> command = new ArrayList<>(List.of(file.path()));
      command.addAll(arguments);
      command.add(mountPoint.toString());
      Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
      BufferedReader output = process.inputReader(StandardCharsets.US_ASCII);
      if (!"mounted".equals(output.readLine())) {
        throw new RigException(program + " did not mount " + mountPoint);
      }
      return new Daemon(program, process, mountPoint);
    }
  }

  /** Unmounts, and waits until the daemon has written all that it has to write. */
  void stop() throws IOException {
    unmount();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new RigException(program + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RigException("interrupted while " + program + " ended", e);
    }
    if (process.exitValue() != 0) {
      throw new RigException(program + " answered " + process.exitValue());
    }
  }

  /** A loop device lets go of its file a little after the file system on it is unmounted. */
  private void unmount() throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (mounted) {
      try {
        Command.run(Path.of("/"), List.of("umount", mountPoint.toString()));
        mounted = false;
      } catch (RigException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(BUSY_NANOS);
      }
    }
  }

  /** Ends it in any case. */
  @Override
  public void close() throws IOException {
    try {
      unmount();
    } finally {
      process.destroyForcibly();
    }
  }
}
