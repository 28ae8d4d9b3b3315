package io.holdfast.lab;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.AgentLauncher;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.LocalQualifier;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Profile;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Qualifies a directory until the n-th step, says {@code reached}, and waits to be killed. A step
 * is a file call of this process, or a request that is sent to an agent. Says {@code ended} and the
 * number of steps when there were fewer.
 */
final class KilledQualifier {

  private static long stepsLeft;
  private static long steps;

  private KilledQualifier() {}

  /**
   * The program.
   *
   * @param arguments the directory, and n
   */
  public static void main(String[] arguments) throws Exception {
    stepsLeft = Long.parseLong(arguments[1]);
    Posix posix = Bindings.load();
    new LocalQualifier(
            counting(posix),
            countingLauncher(),
            KernelHostIdentity.read(posix),
            NanoClock.system(),
            EpochClock.system())
        .qualify(
            new LocalRequest(
                RawPath.of(arguments[0]),
                null,
                null,
                Profile.FENCE_TABLE,
                LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS,
                false),
            answer -> {});
    System.out.println("ended " + steps);
  }

  private static void step() {
    steps++;
    if (--stepsLeft == 0) {
      System.out.println("reached");
      System.out.flush();
      waitToBeKilled();
    }
  }

  private static void waitToBeKilled() {
    try {
      if (System.in.read() < 0) {
        Runtime.getRuntime().halt(1);
      }
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  private static Posix counting(Posix posix) {
    return (Posix)
        Proxy.newProxyInstance(
            Posix.class.getClassLoader(),
            new Class<?>[] {Posix.class},
            (proxy, method, given) -> {
              step();
              try {
                return method.invoke(posix, given);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static AgentLauncher countingLauncher() {
    AgentLauncher launcher = new LocalAgentLauncher();
    return () -> new CountedProcess(launcher.launch());
  }

  /** An agent each of whose requests is a step; the step comes behind the request. */
  private static final class CountedProcess extends Process {
    private final Process process;

    CountedProcess(Process process) {
      this.process = process;
    }

    @Override
    public OutputStream getOutputStream() {
      return new FilterOutputStream(process.getOutputStream()) {
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          out.write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
          super.flush();
          step();
        }
      };
    }

    @Override
    public InputStream getInputStream() {
      return process.getInputStream();
    }

    @Override
    public InputStream getErrorStream() {
      return process.getErrorStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
      return process.waitFor();
    }

    @Override
    public int exitValue() {
      return process.exitValue();
    }

    @Override
    public void destroy() {
      process.destroy();
    }

    @Override
    public Process destroyForcibly() {
      process.destroyForcibly();
      return this;
    }

    @Override
    public boolean isAlive() {
      return process.isAlive();
    }
  }
}
