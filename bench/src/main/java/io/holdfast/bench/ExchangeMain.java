package io.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.clock.NanoClock;
import io.holdfast.exchange.jgroups.JGroupsExchange;
import io.holdfast.exchange.jgroups.Secret;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long members need to find each other by JGroups, and what a litmus costs over it. */
final class ExchangeMain {

  private static final String BEGIN = "<!-- output: bench/run exchange -->\n```\n";
  private static final int MEMBERS = 3;
  private static final int STARTS = 5;
  private static final int STARTS_IN_ONE_JVM = 21;
  private static final int WARM_UP = 200;
  private static final int ROUNDS = 101;
  private static final double TARGET_OF_START_MILLIS = 2000;

  private final Posix posix = Bindings.load();
  private final File scratch;
  private final File secretFile;
  private final Secret secret;

  private ExchangeMain(File scratch, File secretFile) throws Exception {
    this.scratch = scratch;
    this.secretFile = secretFile;
    this.secret = Secret.read(posix, RawPath.of(secretFile.toString()));
  }

  /**
   * {@code arguments}: a directory, a secret file, a file that describes the machine, and perhaps
   * the document that takes the output.
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    ExchangeMain main = new ExchangeMain(new File(arguments[0]), new File(arguments[1]));
    List<String> said = new ArrayList<>();
    DurableMain.say(out, said, Files.readString(Path.of(arguments[2])));
    DurableMain.say(out, said, "members on the loopback interface, sealed with a secret\n");
    DurableMain.say(out, said, main.starts().toString());
    DurableMain.say(out, said, main.litmus().toString());
    if (arguments.length > 3) {
      DurableMain.write(Path.of(arguments[3]), BEGIN, String.join("\n", said));
    }
  }

  private Table starts() throws Exception {
    List<Long> joining = new ArrayList<>();
    List<Long> withJvm = new ArrayList<>();
    for (int start = 0; start < STARTS; start++) {
      long begin = System.nanoTime();
      File groupFile = new File(scratch, "group-" + start);
      try (ExchangeProcesses members = new ExchangeProcesses(groupFile, secretFile, MEMBERS)) {
        long ready = System.nanoTime();
        members.join();
        long all = System.nanoTime();
        joining.add(all - ready);
        withJvm.add(all - begin);
      }
    }
    Map<String, Times> times = new LinkedHashMap<>();
    times.put("open", new Times(joining));
    times.put("start of the JVM, and open", new Times(withJvm));
    Table cold =
        new Table(MEMBERS + " members, each in a new JVM", times, 1)
            .rows("open / this")
            .target("open", TARGET_OF_START_MILLIS);
    List<Long> threads = new ArrayList<>();
    for (int start = 0; start < STARTS_IN_ONE_JVM; start++) {
      threads.add(startThreads());
    }
    Table warm =
        new Table(MEMBERS + " members, all in one JVM", Map.of("open", new Times(threads)), 1)
            .rows("this / this");
    return cold.append(warm);
  }

  private long startThreads() throws Exception {
    long begin = System.nanoTime();
    List<JGroupsExchange> members = LoopbackMembers.group(MEMBERS, NanoClock.system(), secret);
    long nanos = System.nanoTime() - begin;
    members.forEach(JGroupsExchange::close);
    return nanos;
  }

  private Table litmus() throws Exception {
    RawPath root = RawPath.of(scratch.toString());
    List<Long> network = new ArrayList<>();
    List<Long> inProcess = new ArrayList<>();
    try (LitmusGroup far =
            new LitmusGroup(
                posix,
                LitmusMain.directory(posix, root, "jgroups"),
                MEMBERS,
                (members, clock) -> LoopbackMembers.group(members, clock, secret));
        LitmusGroup near =
            new LitmusGroup(posix, LitmusMain.directory(posix, root, "in-process"), MEMBERS)) {
      for (int round = 0; round < WARM_UP; round++) {
        far.litmus();
        near.litmus();
      }
      for (int round = 0; round < ROUNDS; round++) {
        boolean nearFirst = round % 2 == 0;
        if (nearFirst) {
          inProcess.add(near.litmus());
        }
        network.add(far.litmus());
        if (!nearFirst) {
          inProcess.add(near.litmus());
        }
      }
    }
    Map<String, Times> times = new LinkedHashMap<>();
    times.put("litmus over JGroups", new Times(network));
    times.put("litmus in one process", new Times(inProcess));
    return new Table(MEMBERS + " members on " + MEMBERS + " made-up hosts", times, 1)
        .rows("JGroups / this");
  }
}
