package io.holdfast.exchange.jgroups;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.litmus.cluster.Inbox;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.TP;

/**
 * An exchange between processes by JGroups, over TCP.
 *
 * <p>Each member listens at its own address of the group file and nowhere else, and connects to the
 * others' addresses; nothing is multicast. A stranger, who has neither the secret nor a
 * certificate, is refused before JGroups reads a byte of it, and counted.
 *
 * <p>The group begins when all members are there and ends with the first one that is lost: from
 * then on every member's {@link #send} and {@link #receive} name it. Lost is whose connection ended
 * without a farewell and who does not answer over another one: a process that was killed is, within
 * two seconds; one that was stopped, or whose host lost its power, is not noticed, only silent. Who
 * calls {@link #close} has left and is not lost.
 *
 * <p>JGroups has threads of its own: for each member a reader and a writer, one that accepts, a
 * timer, and a pool for what has arrived. They are daemons with {@code holdfast-} in their names,
 * and they end in {@link #close}. Frames that arrived wait in memory until they are received.
 */
public final class JGroupsExchange implements Exchange {

  /** How often a member asks whether the one before it has joined. */
  private static final long KNOCK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** How often a member that waits for the others says so. */
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How long leaving waits for the others to have heard everything. */
  private static final long FAREWELL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final byte[] NOTHING = {};

  private final Seating seating;
  private final int own;
  private final NanoClock clock;
  private final byte[] incarnation = new byte[Long.BYTES];
  private final Refusals refusals = new Refusals();
  private final Attendance attendance;
  private final Inbox inbox;
  private final GuardedSockets sockets;
  private final JChannel channel;
  private final AtomicBoolean closed = new AtomicBoolean();

  private JGroupsExchange(Seating seating, int own, Doorkeepers doorkeepers, NanoClock clock)
      throws ExchangeException {
    this.seating = seating;
    this.own = own;
    this.clock = clock;
    this.attendance = new Attendance(seating, own);
    new SecureRandom().nextBytes(incarnation);
    this.inbox = new Inbox(clock);
    this.sockets = new GuardedSockets(doorkeepers.make(refusals), refusals);
    try {
      this.channel = Stack.channel(seating, own, sockets);
    } catch (Exception e) {
      throw new ExchangeException("JGroups does not start: " + Refusals.reason(e), e);
    }
    channel.setReceiver(new Mail());
  }

  /** Makes the doorkeeper of one exchange. */
  private interface Doorkeepers {
    Doorkeeper make(Refusals refusals);
  }

  /**
   * Joins the group and waits until all its members are there.
   *
   * @param self the own name in the group file
   * @param credential of the same kind for all members
   * @param clock measures all deadlines of the exchange
   * @param deadlineNanos until when all have to be there; it may be passed by two seconds
   * @throws ExchangeException somebody was missing at the deadline, and who; the own address cannot
   *     be listened at; the group file does not name this member. Nothing is left behind.
   */
  public static JGroupsExchange open(
      GroupFile group, String self, Credential credential, NanoClock clock, long deadlineNanos)
      throws ExchangeException {
    int own = group.rank(self);
    Seating seating = Seating.of(group);
    Doorkeepers doorkeepers = doorkeepers(credential, group, seating, own);
    JGroupsExchange exchange = new JGroupsExchange(seating, own, doorkeepers, clock);
    boolean opened = false;
    try {
      exchange.begin(deadlineNanos);
      opened = true;
      return exchange;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExchangeException("interrupted while waiting for the others", e);
    } finally {
      if (!opened) {
        exchange.end();
      }
    }
  }

  private static Doorkeepers doorkeepers(
      Credential credential, GroupFile group, Seating seating, int own) {
    if (credential instanceof Secret secret) {
      MacKey key = secret.groupKey(group);
      return refusals -> new SecretDoorkeeper(seating, own, key, refusals);
    }
    return refusals -> new TlsDoorkeeper(((Tls) credential).context());
  }

  // ---- beginning

  private void begin(long deadlineNanos) throws ExchangeException, InterruptedException {
    for (; ; ) {
      Optional<String> refused = join(deadlineNanos);
      boolean complete = attendance.isEverybodyInView();
      if (complete) {
        tell(attendance.undecided(), Kind.SEES_ALL, incarnation);
      }
      long next = clock.nanoTime() + (refused.isPresent() ? KNOCK_NANOS : AGAIN_NANOS);
      boolean last = next - deadlineNanos >= 0;
      if (attendance.begins(complete, clock, last ? deadlineNanos : next)) {
        return;
      }
      if (last) {
        String missing =
            refused.map(why -> why + refusedByTheFirst()).orElseGet(attendance::tellMissing);
        throw new ExchangeException("the group did not begin: " + missing + refusals.tell());
      }
    }
  }

  /**
   * The members join in the order of their ranks, each when the one before it has: JGroups takes
   * seconds to sort out those that join at once. Who is not in member 0's group after all is alone
   * for JGroups, and comes again.
   *
   * @return why this one has not joined; empty when it has
   */
  private Optional<String> join(long deadlineNanos) throws ExchangeException {
    try {
      if (channel.isConnected() && own != 0 && !attendance.isInView(0)) {
        channel.disconnect();
        // One that came about too late would be kept by member 0, and the next one refused.
        sockets.closeAll();
        attendance.startAnew();
      }
      if (channel.isConnected()) {
        return Optional.empty();
      }
      Optional<String> refused = own == 0 ? Optional.empty() : knock(own - 1);
      if (refused.isEmpty()) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - clock.nanoTime());
        Stack.connect(channel, seating.cluster(), Math.max(left, 0));
        sockets.openDoors();
      }
      return refused;
    } catch (Exception e) {
      Exception why = sockets.unbound().isPresent() ? sockets.unbound().get() : e;
      throw new ExchangeException(
          "no group at " + seating.seat(own) + ": " + Refusals.reason(why), e);
    }
  }

  /** With another order of the members two may wait for each other; member 0 knows a stranger. */
  private String refusedByTheFirst() {
    return own < 2 ? "" : knock(0).map(why -> "; " + why).orElse("");
  }

  private Optional<String> knock(int rank) {
    return sockets.knock(seating.address(rank)).map(why -> seating.member(rank) + ": " + why);
  }

  // ---- the exchange

  @Override
  public int rank() {
    return own;
  }

  @Override
  public int members() {
    return seating.members();
  }

  @Override
  public String transport() {
    return "jgroups";
  }

  /** How many connections of strangers were refused so far. */
  public long refused() {
    return refusals.count();
  }

  @Override
  public void send(int to, Channel on, byte[] frame) throws ExchangeException {
    checkOpen();
    Exchange.checkReceiver(this, to);
    Exchange.checkLength(frame);
    attendance.requireHere(to);
    dispatch(to, Kind.of(on), frame);
  }

  @Override
  public Optional<Frame> receive(Channel on, long deadlineNanos) throws ExchangeException {
    checkOpen();
    return inbox.receive(on, deadlineNanos, attendance::requireNobodyLost);
  }

  /** Waits up to a second for the others to have heard everything that was sent to them. */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    try {
      tell(attendance.company(), Kind.FAREWELL, NOTHING);
      NanoClock system = NanoClock.system();
      attendance.awaitFarewells(system, system.nanoTime() + FAREWELL_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end();
    }
  }

  /** Ends without a farewell: for the others this member is lost. */
  void end() {
    channel.close();
    sockets.closeAll();
  }

  private void checkOpen() throws ExchangeException {
    if (closed.get()) {
      throw new ExchangeException("member " + own + " has left the group");
    }
  }

  // ---- messages

  private void tell(BitSet ranks, Kind kind, byte[] content) {
    ranks.stream().forEach(rank -> tell(rank, kind, content));
  }

  private void tell(int rank, Kind kind, byte[] content) {
    try {
      dispatch(rank, kind, content);
    } catch (ExchangeException e) {
      // Whoever is not told is missing from the view, or is asked again.
      return;
    }
  }

  private void dispatch(int to, Kind kind, byte[] content) throws ExchangeException {
    byte[] bytes = new byte[1 + content.length];
    bytes[0] = kind.octet();
    System.arraycopy(content, 0, bytes, 1, content.length);
    try {
      channel.send(new BytesMessage(seating.logical(to), bytes));
    } catch (Exception e) {
      throw new ExchangeException(
          "nothing can be sent to " + seating.seat(to) + ": " + Refusals.reason(e), e);
    }
  }

  /** What JGroups' threads bring. */
  private final class Mail implements Receiver {

    @Override
    public void viewAccepted(View view) {
      TP transport = channel.getProtocolStack().getTransport();
      BitSet ranks = new BitSet();
      for (Address member : view.getMembers()) {
        int rank = seating.rankOf(member);
        if (rank >= 0) {
          // Members that joined one after the other were never told each other's address.
          transport.addPhysicalAddressToCache(member, seating.physical(rank));
          ranks.set(rank);
        }
      }
      attendance.view(view.getViewId().getId(), ranks);
    }

    @Override
    public void receive(Message message) {
      int from = seating.rankOf(message.getSrc());
      int length = message.getLength();
      Kind kind = length > 0 ? Kind.of(message.getArray()[message.getOffset()]) : null;
      if (from < 0 || from == own || kind == null || length > 1 + FRAME_LIMIT) {
        refusals.count(String.valueOf(message.getSrc()), "sent what is no message of a member");
        return;
      }
      switch (kind) {
        case LITMUS -> inbox.add(Channel.LITMUS, frame(from, message));
        case RENEWAL -> inbox.add(Channel.RENEWAL, frame(from, message));
        case QUIESCENCE -> inbox.add(Channel.QUIESCENCE, frame(from, message));
        case SEES_ALL -> {
          if (attendance.seesAll(from, incarnation(message))) {
            tell(from, Kind.SEES_ALL_TOO, incarnation);
          }
        }
        case SEES_ALL_TOO -> attendance.seesAll(from, incarnation(message));
        case FAREWELL -> {
          attendance.left(from);
          tell(from, Kind.FAREWELL_HEARD, NOTHING);
        }
        case FAREWELL_HEARD -> attendance.farewellHeard(from);
      }
    }

    private Frame frame(int from, Message message) {
      return new Frame(from, content(message));
    }

    /** Of a message that has none, 0. */
    private long incarnation(Message message) {
      byte[] content = content(message);
      return content.length == Long.BYTES ? ByteBuffer.wrap(content).getLong() : 0;
    }

    private byte[] content(Message message) {
      int start = message.getOffset() + 1;
      return Arrays.copyOfRange(message.getArray(), start, start + message.getLength() - 1);
    }
  }
}
