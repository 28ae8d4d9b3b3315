package io.holdfast.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The members of one group, each in a new JVM; they end with it. */
final class ExchangeProcesses implements AutoCloseable {

  private static final byte[] LINE = {'\n'};

  private final List<Process> processes = new ArrayList<>();
  private final List<BufferedReader> said = new ArrayList<>();

  /** Starts the JVMs, and returns when all of them are ready to join. */
  ExchangeProcesses(File groupFile, File secretFile, int members) throws IOException {
    try (OutputStream out = new FileOutputStream(groupFile)) {
      out.write(LoopbackMembers.groupFile(members));
    }
    for (int rank = 0; rank < members; rank++) {
      Process process = start(groupFile, LoopbackMembers.name(rank), secretFile);
      processes.add(process);
      said.add(
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }
    await(ExchangeMember.READY);
  }

  /** Lets all join at once, and returns when all know that all are there. */
  void join() throws IOException {
    for (Process process : processes) {
      process.getOutputStream().write(LINE);
      process.getOutputStream().flush();
    }
    await(ExchangeMember.OPEN);
  }

  private void await(String line) throws IOException {
    for (BufferedReader member : said) {
      if (!line.equals(member.readLine())) {
        close();
        throw new WrongCountsException("a member did not say that it is " + line);
      }
    }
  }

  private static Process start(File groupFile, String name, File secretFile) throws IOException {
    return new ProcessBuilder(
            new File(System.getProperty("java.home"), "bin/java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            ExchangeMember.class.getName(),
            groupFile.toString(),
            name,
            secretFile.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
