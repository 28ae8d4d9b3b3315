package io.holdfast.lab.shared;

import io.holdfast.lab.Need;
import io.holdfast.lab.RigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A CephFS with one server of each sort (monitor, object store, metadata) and two ceph-fuse
 * clients. Nobody but its clients reaches its network, so nobody is asked for a key; objects are
 * kept in memory. Used by one thread.
 */
final class CephClients extends SpacedClients {

  private static final String PACKAGES = "ceph-mon ceph-osd ceph-mds ceph-fuse ceph-common";

  static final List<Need> NEEDS =
      List.of(
          Need.root("clients have networks of their own"),
          Need.device("/dev/fuse"),
          Need.program("ip", "iproute2"),
          Need.program("ceph-mon", PACKAGES),
          Need.program("ceph-osd", PACKAGES),
          Need.program("ceph-mds", PACKAGES),
          Need.program("ceph-fuse", PACKAGES),
          Need.program("ceph", PACKAGES));

  /** How long a client may be silent: the least that Ceph takes. */
  static final int SESSION_SECONDS = 30;

  private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Sizes in bytes: what is written here is small, and all of it is in memory. */
  private static final String CONFIGURATION =
      """
      [global]
      fsid = %1$s
      mon host = %2$s
      mon initial members = a
      public addr = %3$s
      ms bind ipv6 = false
      auth cluster required = none
      auth service required = none
      auth client required = none
      mon data = %4$s/mon
      osd data = %4$s/osd
      mds data = %4$s/mds
      run dir = %4$s
      log file = %4$s/$name.log
      pid file = %4$s/$name.pid
      admin socket = %4$s/$name.asok
      mon allow pool size one = true
      mon data avail warn = 1
      mon data avail crit = 1
      osd pool default size = 1
      osd pool default min size = 1
      osd pool default pg autoscale mode = off
      osd crush chooseleaf type = 0
      osd objectstore = memstore
      memstore device bytes = 536870912
      mds cache memory limit = 67108864
      mds tick interval = 0.1
      """;

  private final Path configuration;

  /** Starts the servers in a directory that does not exist yet. */
  CephClients(Path site) throws IOException {
    super(site);
    String cluster = UUID.randomUUID().toString();
    String monitor = "[v2:%1$s:3300,v1:%1$s:6789]".formatted(SERVER_ADDRESS);
    this.configuration = site.resolve("ceph.conf");
    Files.writeString(
        configuration, CONFIGURATION.formatted(cluster, monitor, SERVER_ADDRESS, site));
    for (String directory : List.of("mon", "osd", "mds")) {
      Files.createDirectory(site.resolve(directory));
    }
    startMonitor(cluster, monitor);
    startObjectStore();
    ceph("ceph-mds", "--id=m");
    for (String pool : List.of("metadata", "data")) {
      ceph("ceph", "osd", "pool", "create", pool, "8", "8");
    }
    ceph("ceph", "fs", "new", "lab", "metadata", "data");
    for (String limit : List.of("session_timeout", "session_autoclose")) {
      ceph("ceph", "fs", "set", "lab", limit, Integer.toString(SESSION_SECONDS));
    }
    awaitActive();
  }

  private void startMonitor(String cluster, String monitor) throws RigException {
    String map = site().resolve("monmap").toString();
    run("monmaptool", "--create", "--addv", "a", monitor, "--fsid", cluster, map);
    ceph("ceph-mon", "--id=a", "--mkfs", "--monmap=" + map);
    ceph("ceph-mon", "--id=a");
  }

  private void startObjectStore() throws RigException {
    String store = UUID.randomUUID().toString();
    ceph("ceph", "osd", "new", store);
    ceph("ceph-osd", "--id=0", "--mkfs", "--osd-uuid=" + store);
    ceph("ceph-osd", "--id=0");
  }

  private void awaitActive() throws RigException {
    long deadline = System.nanoTime() + READY_NANOS;
    String state = ceph("ceph", "mds", "stat");
    while (!state.contains("up:active")) {
      if (System.nanoTime() - deadline > 0) {
        throw new RigException("the metadata server is not active: " + state);
      }
      LockSupport.parkNanos(LOOK_NANOS);
      state = ceph("ceph", "mds", "stat");
    }
  }

  /** Runs one of Ceph's programs with this cluster's configuration. */
  private String ceph(String program, String... words) throws RigException {
    String[] all = new String[words.length + 2];
    all[0] = program;
    all[1] = "--conf=" + configuration;
    System.arraycopy(words, 0, all, 2, words.length);
    return run(all);
  }

  @Override
  List<String> mountWords(Client client) {
    return List.of(
        "ceph-fuse",
        "--conf=" + configuration,
        "--name=client." + client.name(),
        client.mountPoint().toString());
  }
}
