package io.holdfast.litmus;

import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import java.io.IOException;

/**
 * Starts the {@code holdfast-agent} of this platform on this host. The file is looked for at every
 * start and let go as soon as the program runs, so that a killed JVM leaves no copy behind.
 */
public final class LocalAgentLauncher implements AgentLauncher {

  /** The program's file name, see {@link NativeFiles}. */
  public static final String PROGRAM = "holdfast-agent";

  /** Looks for nothing yet. */
  public LocalAgentLauncher() {
    // The program is looked for when it is needed.
  }

  /**
   * {@inheritDoc}
   *
   * <p>One at a time in this process: whoever forks while another thread writes its copy holds that
   * open for writing, and to start it is refused then (ETXTBSY).
   */
  @Override
  public Process launch() throws IOException {
    synchronized (LocalAgentLauncher.class) {
      try (NativeFile program = NativeFiles.find(PROGRAM)) {
        return new ProcessBuilder(program.path())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
      }
    }
  }
}
