package io.holdfast.cli;

import io.holdfast.lab.Command;
import io.holdfast.lab.Facilities;
import io.holdfast.lab.Need;
import io.holdfast.lab.RigException;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An OpenSSH server of its own on loopback, and an {@code ssh} that knows it and nobody else. Any
 * name is this host; some names are special, see {@link #SSH_CONFIG}.
 *
 * <p>It ends when its standard input does, which is when whoever started it is gone. Root's is the
 * only server of a pid namespace, so that its sessions end with it; others' end with their clients.
 */
final class SshServer implements AutoCloseable {

  private static final List<Need> NEEDS =
      List.of(
          Need.program("sshd", "openssh-server"),
          Need.program("ssh", "openssh-client"),
          Need.program("ssh-keygen", "openssh-client"));

  /** As many may be at the door as the first line says, and not one more. */
  private static final String SSHD_CONFIG =
      """
      MaxStartups 8:100:8
      Port %PORT%
      ListenAddress 127.0.0.1
      ListenAddress 127.0.0.2
      ListenAddress 127.0.0.3
      HostKey %DIR%/host
      AuthorizedKeysFile %DIR%/user.pub
      PidFile none
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      SetEnv TMPDIR=%DIR%/agents
      Match LocalAddress 127.0.0.2
        ForceCommand printf 'Welcome!\\n=== no end: '; exec sh -c "$SSH_ORIGINAL_COMMAND"
      Match LocalAddress 127.0.0.3
        ForceCommand exec env TMPDIR=%DIR%/noexec sh -c "$SSH_ORIGINAL_COMMAND"
      """;

  private static final String SSH_CONFIG =
      """
      Host talkative
        HostName 127.0.0.2
      Host noexec
        HostName 127.0.0.3
      Host closed
        Port 1
      Host nowhere
        HostName nowhere..invalid
      Host unproven
        UserKnownHostsFile /dev/null
      Host stranger
        IdentityFile %DIR%/stranger
      Host * !stranger
        IdentityFile %DIR%/user
      Host *
        HostName 127.0.0.1
        Port %PORT%
        HostKeyAlias holdfast
        IdentitiesOnly yes
        IdentityAgent none
        UserKnownHostsFile %DIR%/known
        GlobalKnownHostsFile /dev/null
        StrictHostKeyChecking yes
      """;

  /** What sshd asks of root's machine is there, also where no sshd was ever started. */
  private static final String ROOTS =
      """
      set -e
      mount -t tmpfs -o mode=0755 holdfast-ssh /run
      mkdir -m 0755 /run/sshd
      printf 'root:*:19000:0:99999:7:::\\n' >"$1/shadow"
      mount --bind "$1/shadow" /etc/shadow
      mount -t tmpfs -o noexec,mode=0700 holdfast-ssh "$1/noexec"
      "$2" -D -e -f "$1/sshd_config" </dev/null &
      cat
      """;

  private static final String OTHERS =
      """
      "$2" -D -e -f "$1/sshd_config" </dev/null &
      cat
      kill $!
      """;

  private static final int PORTS_TRIED = 5;
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Path directory;
  private final Process server;

  private SshServer(Path directory, Process server) {
    this.directory = directory;
    this.server = server;
  }

  /** Why there can be none; empty where there can. */
  static Optional<String> unavailabilityReason(Facilities machine) {
    return Need.firstMissing(machine, NEEDS);
  }

  /**
   * Starts one that listens.
   *
   * @param directory it is made; of no blanks, since OpenSSH would have to be told of them
   */
  static SshServer start(Path directory, Facilities machine) throws IOException {
    for (String made : List.of("", "agents", "noexec", "bin")) {
      Files.createDirectory(directory.resolve(made));
    }
    for (String key : List.of("host", "user", "stranger")) {
      Command.run(directory, List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key));
    }
    Files.writeString(
        directory.resolve("known"), "holdfast " + Files.readString(directory.resolve("host.pub")));
    Path ssh = directory.resolve("bin/ssh");
    Files.writeString(
        ssh,
        "#!/bin/sh\nexec "
            + machine.program("ssh").orElseThrow()
            + " -F "
            + directory.resolve("ssh_config")
            + " \"$@\"\n");
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwx------"));
    for (int tried = 0; tried < PORTS_TRIED; tried++) {
      SshServer started = tryFreePort(directory, machine);
      if (started != null) {
        return started;
      }
    }
    throw new RigException("sshd: " + Files.readString(directory.resolve("log")));
  }

  /** Null where somebody else took the port first. */
  private static @Nullable SshServer tryFreePort(Path directory, Facilities machine)
      throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = socket.getLocalPort();
    }
    configure(directory.resolve("sshd_config"), SSHD_CONFIG, port);
    configure(directory.resolve("ssh_config"), SSH_CONFIG, port);
    Path log = directory.resolve("log");
    SshServer started =
        new SshServer(
            directory,
            new ProcessBuilder(command(directory, machine))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
    long deadline = System.nanoTime() + START_NANOS;
    while (started.server.isAlive() && System.nanoTime() - deadline < 0) {
      String said = Files.readString(log);
      if (said.lines().filter(line -> line.startsWith("Server listening on ")).count() == 3) {
        return started;
      }
      if (said.contains("Bind to port")) {
        break;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    started.close();
    return null;
  }

  private static List<String> command(Path directory, Facilities machine) {
    List<String> command = new ArrayList<>();
    if (machine.isRoot()) {
      command.addAll(
          List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--"));
    }
    String script = machine.isRoot() ? ROOTS : OTHERS;
    String sshd = machine.program("sshd").orElseThrow().toString();
    command.addAll(List.of("sh", "-c", script, "sh", directory.toString(), sshd));
    return command;
  }

  private static void configure(Path file, String form, int port) throws IOException {
    String directory = file.toAbsolutePath().getParent().toString();
    Files.writeString(
        file, form.replace("%PORT%", Integer.toString(port)).replace("%DIR%", directory));
  }

  /** The PATH on which {@code ssh} is the one that knows this server. */
  String path() {
    return directory.resolve("bin") + File.pathSeparator + System.getenv("PATH");
  }

  /** Below it agents are put, but for those of {@code noexec}. */
  Path agents() {
    return directory.resolve("agents");
  }

  /** Waits until it is gone, and its sessions with it. */
  @Override
  public void close() throws IOException {
    server.getOutputStream().close();
    try {
      if (!server.waitFor(20, TimeUnit.SECONDS)) {
        server.destroyForcibly();
        throw new RigException("sshd does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RigException("interrupted", e);
    }
  }
}
