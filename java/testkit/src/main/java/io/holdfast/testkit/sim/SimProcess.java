package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.testkit.FakeHostIdentity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** One process: who it is and what it has open. Guarded by the disk's lock. */
final class SimProcess {

  private static final int FIRST_DESCRIPTOR = 3;

  private final int pid;
  private final Credentials credentials;
  private final FakeHostIdentity host;
  private final SortedMap<Integer, OpenFile> descriptors = new TreeMap<>();
  private final Map<Long, Integer> streams = new HashMap<>();
  private long nextStream = 1;
  private boolean alive = true;

  SimProcess(int pid, Credentials credentials, FakeHostIdentity host) {
    this.pid = pid;
    this.credentials = credentials;
    this.host = host;
  }

  int pid() {
    return pid;
  }

  Credentials credentials() {
    return credentials;
  }

  FakeHostIdentity host() {
    return host;
  }

  void checkAlive() {
    if (!alive) {
      throw new ProcessKilled(pid);
    }
  }

  boolean isAlive() {
    return alive;
  }

  void die() {
    alive = false;
    streams.clear();
  }

  /** Whether one more descriptor is allowed. */
  void requireRoom(int limit) {
    Refusal.when(descriptors.size() + FIRST_DESCRIPTOR >= limit, Errno.EMFILE);
  }

  /** The lowest free number, as POSIX says. */
  int open(OpenFile file) {
    int number = FIRST_DESCRIPTOR;
    while (descriptors.containsKey(number)) {
      number++;
    }
    descriptors.put(number, file);
    return number;
  }

  /** Whatever is open under this number. */
  OpenFile any(int fd) {
    OpenFile file = descriptors.get(fd);
    if (file == null) {
      throw new Refusal(Errno.EBADF);
    }
    return file;
  }

  /** What is open under this number with more than its name. */
  OpenFile withContent(int fd) {
    OpenFile file = any(fd);
    Refusal.when(file.isPathOnly(), Errno.EBADF);
    return file;
  }

  /** Where a relative path begins. */
  SimInode start(int dirfd, SimDirectory workingDirectory) {
    return dirfd == Flags.AT_FDCWD ? workingDirectory : any(dirfd).inode();
  }

  OpenFile remove(int fd) {
    OpenFile file = any(fd);
    descriptors.remove(fd);
    return file;
  }

  List<Integer> numbers() {
    return List.copyOf(descriptors.keySet());
  }

  long addStream(int fd) {
    streams.put(nextStream, fd);
    return nextStream++;
  }

  int streamDescriptor(long stream) {
    Integer fd = streams.get(stream);
    if (fd == null) {
      throw new Refusal(Errno.EBADF);
    }
    return fd;
  }

  int removeStream(long stream) {
    int fd = streamDescriptor(stream);
    streams.remove(stream);
    return fd;
  }
}
