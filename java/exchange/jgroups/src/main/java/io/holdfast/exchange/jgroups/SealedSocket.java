package io.holdfast.exchange.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/** A socket whose streams are there once the other side has shown that it knows the secret. */
final class SealedSocket extends Socket {

  private final Seating seating;
  private final SealedHandshake.Side side;
  private final Refusals refusals;
  private SealedRecords.@Nullable Input in;
  private SealedRecords.@Nullable Output out;

  SealedSocket(Seating seating, SealedHandshake.Side side, Refusals refusals) {
    this.seating = seating;
    this.side = side;
    this.refusals = refusals;
  }

  /** To a member, and to nobody else. */
  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    int peer = seating.rankAt(endpoint);
    super.connect(endpoint, timeoutMillis);
    seal(side.connect(unsealed(), peer));
  }

  /** Once it is accepted, before anything else. */
  void admit() throws IOException {
    SealedHandshake handshake = side.accept(unsealed());
    if (handshake.peer() < 0 || handshake.peer() >= seating.members()) {
      throw new IOException("there is no member " + handshake.peer());
    }
    seal(handshake);
  }

  private SealedHandshake.Line unsealed() throws IOException {
    return new SealedHandshake.Line(this, super.getInputStream(), super.getOutputStream());
  }

  private void seal(SealedHandshake handshake) throws IOException {
    in =
        new SealedRecords.Input(
            super.getInputStream(),
            handshake.incoming(),
            refusals,
            seating.seat(handshake.peer()).toString());
    out = new SealedRecords.Output(super.getOutputStream(), handshake.outgoing());
  }

  @Override
  public InputStream getInputStream() throws IOException {
    if (in == null) {
      throw new SocketException("nobody has shown yet who is at the other side");
    }
    return in;
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    if (out == null) {
      throw new SocketException("nobody has shown yet who is at the other side");
    }
    return out;
  }
}
