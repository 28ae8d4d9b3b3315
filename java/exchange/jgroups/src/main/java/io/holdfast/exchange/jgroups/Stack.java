package io.holdfast.exchange.jgroups;

import io.holdfast.litmus.cluster.Exchange;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jgroups.JChannel;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.util.LazyThreadFactory;

/**
 * What JGroups is made of here: one TCP port at the member's own address, and no multicast.
 *
 * <p>Member 0 begins the group and asks nobody; every other member asks member 0 alone, so that no
 * two parts of a group begin apart. A connection that is cut off without a farewell is taken for a
 * lost member, once that does not answer a question either.
 */
final class Stack {

  private static final long JOIN_MILLIS = 200;
  private static final long ASKS_NOBODY_MILLIS = 1;
  private static final long LEAVE_MILLIS = 200;
  private static final long SUSPECT_MILLIS = 1000;

  /** Of a connection that nothing is sent through: renewals may be hours apart. */
  private static final long NEVER = 0;

  /** What JGroups puts around a frame, and its own messages about a group of the largest size. */
  private static final int LENGTH_LIMIT = Exchange.FRAME_LIMIT + 65_536;

  /** Kept, or the level would be forgotten with it. */
  private static final Logger LOG = Logger.getLogger("org.jgroups");

  private Stack() {}

  /** A channel that is not connected. */
  static JChannel channel(Seating seating, int own, GuardedSockets sockets) throws Exception {
    quieten();
    TCP tcp = new TCP();
    tcp.setBindAddress(seating.address(own).getAddress())
        .setBindPort(seating.address(own).getPort())
        .setPortRange(0)
        .useVirtualThreads(false)
        .setBundlerType("per-destination")
        .setThreadFactory(new LazyThreadFactory("holdfast-jgroups", true, true));
    tcp.setClientBindAddr(seating.address(own).getAddress())
        .setSockConnTimeout(GuardedSockets.CONNECT_MILLIS)
        .setMaxLength(LENGTH_LIMIT)
        .tcpNodelay(true)
        .logDetails(false)
        .enableSuspectEvents(true);
    tcp.setSocketFactory(sockets.factory());
    TCPPING discovery = new TCPPING();
    List<InetSocketAddress> asked = List.of(seating.address(0));
    discovery.setInitialHosts(asked).setPortRange(0);
    discovery.asyncDiscoveryUseSeparateThread(true);
    GMS membership = new GMS();
    membership
        .setJoinTimeout(own == 0 ? ASKS_NOBODY_MILLIS : JOIN_MILLIS)
        .setLeaveTimeout(LEAVE_MILLIS)
        .printLocalAddress(false);
    JChannel channel =
        new JChannel(
            tcp,
            discovery,
            new VERIFY_SUSPECT2().setTimeout(SUSPECT_MILLIS),
            new NAKACK2(),
            new UNICAST3().setConnExpiryTimeout(NEVER),
            new STABLE(),
            membership);
    tcp.getDiagnosticsHandler().setEnabled(false);
    channel.setName(seating.seat(own).name());
    channel.addAddressGenerator(() -> seating.logical(own));
    return channel;
  }

  /**
   * Connects, asking again and again to be taken in for about so long. A channel that gave up and
   * came again would be taken for the one that it was, and not get in for as long.
   */
  static void connect(JChannel channel, String cluster, long millis) throws Exception {
    GMS membership = channel.getProtocolStack().findProtocol(GMS.class);
    membership.setMaxJoinAttempts((int) Math.min(millis / JOIN_MILLIS + 1, Integer.MAX_VALUE));
    channel.connect(cluster);
  }

  /** Whoever wants to read what JGroups logs says so by configuring its logger. */
  private static void quieten() {
    boolean configured = LogManager.getLogManager().getProperty(LOG.getName() + ".level") != null;
    if (LOG.getLevel() == null && LOG.getHandlers().length == 0 && !configured) {
      LOG.setLevel(Level.OFF);
    }
  }
}
