package io.holdfast.exchange.jgroups;

import io.holdfast.exchange.jgroups.GroupFile.Seat;
import io.holdfast.litmus.cluster.ExchangeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.UUID;

/**
 * Where the members of a group are, and what JGroups calls them: the first half of the group file's
 * digest and the rank, so that members of another group file are never taken for members.
 */
final class Seating {

  private final GroupFile group;
  private final List<InetSocketAddress> addresses;
  private final long groupBits;

  private Seating(GroupFile group, List<InetSocketAddress> addresses) {
    this.group = group;
    this.addresses = List.copyOf(addresses);
    this.groupBits = ByteBuffer.wrap(group.digest()).getLong();
  }

  /** Looks up every host name, once. */
  static Seating of(GroupFile group) throws ExchangeException {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (Seat seat : group.seats()) {
      InetSocketAddress address = new InetSocketAddress(resolve(seat), seat.port());
      int other = addresses.indexOf(address);
      if (other >= 0) {
        throw new ExchangeException(
            group.seats().get(other) + " and " + seat + " are one address, " + address);
      }
      addresses.add(address);
    }
    return new Seating(group, addresses);
  }

  private static InetAddress resolve(Seat seat) throws ExchangeException {
    try {
      InetAddress address = InetAddress.getByName(seat.host());
      if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
        throw new ExchangeException(seat + " names no address of one host");
      }
      return address;
    } catch (UnknownHostException e) {
      throw new ExchangeException(seat + ": no address is known for the host", e);
    }
  }

  int members() {
    return addresses.size();
  }

  Seat seat(int rank) {
    return group.seats().get(rank);
  }

  /** For people. */
  String member(int rank) {
    return "member " + rank + ", " + seat(rank);
  }

  InetSocketAddress address(int rank) {
    return addresses.get(rank);
  }

  IpAddress physical(int rank) {
    InetSocketAddress address = address(rank);
    return new IpAddress(address.getAddress(), address.getPort());
  }

  Address logical(int rank) {
    return new UUID(groupBits, rank);
  }

  /** What JGroups calls the group. */
  String cluster() {
    return "holdfast-" + Long.toHexString(groupBits);
  }

  /** The rank of a member that JGroups speaks of; -1 for somebody else. */
  int rankOf(Address member) {
    if (member instanceof UUID uuid
        && uuid.getMostSignificantBits() == groupBits
        && uuid.getLeastSignificantBits() >= 0
        && uuid.getLeastSignificantBits() < members()) {
      return (int) uuid.getLeastSignificantBits();
    }
    return -1;
  }

  /**
   * The rank of the member that listens there.
   *
   * @throws IOException nobody of the group does
   */
  int rankAt(SocketAddress address) throws IOException {
    int rank = addresses.indexOf(address);
    if (rank < 0) {
      throw new IOException("nobody of the group listens at " + address);
    }
    return rank;
  }
}
