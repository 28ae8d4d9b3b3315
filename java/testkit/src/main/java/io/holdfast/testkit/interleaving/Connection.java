package io.holdfast.testkit.interleaving;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A client's mount: descriptors of directories that outlive a crash of the server, as those of a
 * network file system do. Files that were open then answer ESTALE.
 */
final class Connection {

  private static final int FIRST_DESCRIPTOR = 3;
  private static final int GONE = -1;
  private static final Set<String> WITHOUT_DESCRIPTOR =
      Set.of("binding", "getpid", "getuid", "gethostname", "clockGettime", "bootId");
  private static final Set<String> WITH_TWO = Set.of("linkat", "renameat2");

  private final Map<Integer, Open> open = new HashMap<>();
  private final Posix posix;
  private SimPosix process;
  private int next = FIRST_DESCRIPTOR;
  private boolean dead;

  /** What a descriptor is of; the path is empty for a file. */
  private record Open(int descriptor, String path) {}

  Connection(SimPosix process) {
    this.process = process;
    this.posix =
        (Posix)
            Proxy.newProxyInstance(
                Posix.class.getClassLoader(), new Class<?>[] {Posix.class}, this::call);
  }

  /** The client's calls, whichever server is behind them. */
  Posix posix() {
    return posix;
  }

  void kill() {
    dead = true;
    process.kill();
  }

  /** The server came up again, perhaps with less than this client has seen. */
  void reconnect(SimDisk disk) {
    if (dead) {
      return;
    }
    SimPosix fresh = disk.newProcess();
    process = fresh;
    open.replaceAll(
        (descriptor, it) ->
            it.path().isEmpty()
                ? new Open(GONE, "")
                : new Open(
                    fresh.openat(
                        Flags.AT_FDCWD, SharedStorage.bytes(it.path()), Flags.O_DIRECTORY, 0),
                    it.path()));
  }

  private Object call(Object proxy, Method method, Object[] given) throws Throwable {
    String name = method.getName();
    Object[] arguments = given == null ? new Object[0] : given.clone();
    if (!WITHOUT_DESCRIPTOR.contains(name)) {
      boolean isThere =
          translate(arguments, 0) && (!WITH_TWO.contains(name) || translate(arguments, 2));
      if (!isThere) {
        int answer = name.equals("close") ? 0 : Errno.ESTALE.asResult();
        return method.getReturnType() == long.class ? (Object) (long) answer : (Object) answer;
      }
    }
    Object result = invoke(method, arguments);
    if (name.equals("openat") && (Integer) result >= 0) {
      return opened((Integer) result, given);
    }
    if (name.equals("close")) {
      open.remove((Integer) given[0]);
    }
    return result;
  }

  private boolean translate(Object[] arguments, int at) {
    int descriptor = (Integer) arguments[at];
    if (descriptor == Flags.AT_FDCWD) {
      return true;
    }
    Open known = open.getOrDefault(descriptor, new Open(descriptor, ""));
    arguments[at] = known.descriptor();
    return known.descriptor() >= 0;
  }

  private int opened(int descriptor, Object[] given) {
    boolean isDirectory = ((Integer) given[2] & Flags.O_DIRECTORY) != 0;
    open.put(next, new Open(descriptor, isDirectory ? path(given) : ""));
    return next++;
  }

  private String path(Object[] given) {
    String name = new String((byte[]) given[1], StandardCharsets.ISO_8859_1);
    int dirfd = (Integer) given[0];
    Open above = open.get(dirfd);
    return dirfd == Flags.AT_FDCWD || above == null ? name : above.path() + "/" + name;
  }

  private Object invoke(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(process, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
