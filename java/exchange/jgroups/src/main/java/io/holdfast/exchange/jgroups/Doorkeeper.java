package io.holdfast.exchange.jgroups;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;

/** Makes the sockets through which members, and nobody else, speak to each other. */
interface Doorkeeper {

  /** Not connected yet; when it is, the member there has shown that it is one. */
  Socket outgoing() throws IOException;

  /**
   * Connects to a member and goes away again.
   *
   * @throws IOException nobody let this member in there; with the reason
   */
  void knock(SocketAddress address, int timeoutMillis) throws IOException;

  /** What a connection is accepted into. */
  Socket blank() throws IOException;

  /**
   * Lets whoever connected show that it is a member, within a limit of time.
   *
   * @param accepted one of {@link #blank}, connected by now
   * @return what to speak through
   * @throws IOException it did not; with the reason
   */
  Socket admit(Socket accepted) throws IOException;
}
