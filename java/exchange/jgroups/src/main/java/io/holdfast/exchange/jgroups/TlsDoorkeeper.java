package io.holdfast.exchange.jgroups;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Knows members by their certificates; JGroups itself begins the handshake of who connects. */
final class TlsDoorkeeper implements Doorkeeper {

  private static final String[] PROTOCOLS = {"TLSv1.3"};
  private static final int LIMIT_MILLIS =
      (int) TimeUnit.NANOSECONDS.toMillis(SealedHandshake.LIMIT_NANOS);

  private final SSLContext context;

  TlsDoorkeeper(SSLContext context) {
    this.context = context;
  }

  @Override
  public SSLSocket outgoing() throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
    socket.setEnabledProtocols(PROTOCOLS);
    return socket;
  }

  @Override
  public void knock(SocketAddress address, int timeoutMillis) throws IOException {
    try (SSLSocket socket = outgoing()) {
      socket.connect(address, timeoutMillis);
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.startHandshake();
    }
  }

  @Override
  public Socket blank() {
    return new Socket();
  }

  @Override
  public Socket admit(Socket accepted) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(accepted, null, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(PROTOCOLS);
    parameters.setNeedClientAuth(true);
    socket.setUseClientMode(false);
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(LIMIT_MILLIS);
    socket.startHandshake();
    socket.setSoTimeout(0);
    return socket;
  }
}
