package io.holdfast.exchange.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * The sockets that JGroups gets: it reads nothing from one that no member stands behind. Any thread
 * may use them.
 */
final class GuardedSockets {

  /** How long a host has to answer at all. */
  static final int CONNECT_MILLIS = 1000;

  private final Doorkeeper doorkeeper;
  private final Refusals refusals;
  private final CountDownLatch doors = new CountDownLatch(1);
  private volatile @Nullable IOException unbound;
  private final Set<Socket> made =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  GuardedSockets(Doorkeeper doorkeeper, Refusals refusals) {
    this.doorkeeper = doorkeeper;
    this.refusals = refusals;
  }

  /** Why this one cannot listen at its own address, which JGroups does not tell; or empty. */
  Optional<IOException> unbound() {
    return Optional.ofNullable(unbound);
  }

  /** What JGroups makes its sockets with. */
  DefaultSocketFactory factory() {
    return new DefaultSocketFactory(new Exits(), new Entrances());
  }

  /**
   * Whether a member lets this one in.
   *
   * @return why not; empty when it does
   */
  Optional<String> knock(SocketAddress address) {
    try {
      doorkeeper.knock(address, CONNECT_MILLIS);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(Refusals.reason(e));
    }
  }

  /**
   * From now on whoever connects is let in. Until then they wait outside: JGroups mixes up its
   * views when others come while a member is still joining.
   */
  void openDoors() {
    doors.countDown();
  }

  /** Ends whatever is still connected, or is waiting for somebody to show who it is. */
  void closeAll() {
    for (Socket socket : made.toArray(new Socket[0])) {
      Util.close(socket);
    }
  }

  private final class Exits extends SocketFactory {

    @Override
    public Socket createSocket() throws IOException {
      Socket socket = doorkeeper.outgoing();
      made.add(socket);
      return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      return createSocket(InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      Socket socket = createSocket();
      socket.connect(new InetSocketAddress(host, port));
      return socket;
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
        throws IOException {
      return createSocket(InetAddress.getByName(host), port, local, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
        throws IOException {
      Socket socket = createSocket();
      socket.bind(new InetSocketAddress(local, localPort));
      socket.connect(new InetSocketAddress(host, port));
      return socket;
    }
  }

  private final class Entrances extends ServerSocketFactory {

    @Override
    public ServerSocket createServerSocket() throws IOException {
      return new Entrance();
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
      return createServerSocket(port, 0);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
      throw new IOException("a member listens at one address");
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address)
        throws IOException {
      ServerSocket entrance = createServerSocket();
      entrance.bind(new InetSocketAddress(address, port), backlog);
      return entrance;
    }
  }

  private final class Entrance extends ServerSocket {

    private Entrance() throws IOException {}

    @Override
    public void bind(SocketAddress address, int backlog) throws IOException {
      try {
        super.bind(address, backlog);
        unbound = null;
      } catch (IOException e) {
        unbound = e;
        throw e;
      }
    }

    /** The next one who shows that it is a member; the others are counted. */
    @Override
    public Socket accept() throws IOException {
      awaitDoors();
      for (; ; ) {
        Socket accepted = doorkeeper.blank();
        implAccept(accepted);
        made.add(accepted);
        try {
          return doorkeeper.admit(accepted);
        } catch (IOException e) {
          refusals.count(String.valueOf(accepted.getRemoteSocketAddress()), Refusals.reason(e));
          Util.close(accepted);
        }
      }
    }

    private void awaitDoors() throws IOException {
      try {
        doors.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SocketException("nobody was let in before the end");
      }
    }
  }
}
