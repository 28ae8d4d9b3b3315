package io.holdfast.exchange.jgroups;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.security.SecureRandom;

/** Knows members by their secret. */
final class SecretDoorkeeper implements Doorkeeper {

  private final Seating seating;
  private final SealedHandshake.Side side;
  private final Refusals refusals;

  SecretDoorkeeper(Seating seating, int own, MacKey groupKey, Refusals refusals) {
    this.seating = seating;
    this.side = new SealedHandshake.Side(groupKey, own, new SecureRandom());
    this.refusals = refusals;
  }

  @Override
  public Socket outgoing() {
    return new SealedSocket(seating, side, refusals);
  }

  @Override
  public void knock(SocketAddress address, int timeoutMillis) throws IOException {
    try (Socket socket = outgoing()) {
      socket.connect(address, timeoutMillis);
    }
  }

  @Override
  public Socket blank() {
    return new SealedSocket(seating, side, refusals);
  }

  @Override
  public Socket admit(Socket accepted) throws IOException {
    ((SealedSocket) accepted).admit();
    return accepted;
  }
}
