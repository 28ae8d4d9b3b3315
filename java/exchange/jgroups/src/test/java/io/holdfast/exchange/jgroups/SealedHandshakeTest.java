package io.holdfast.exchange.jgroups;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who does not know the secret now does not come in, whatever was recorded earlier. */
class SealedHandshakeTest {

  private static final int HELLO_BYTES = 80;
  private static final int ANSWER_BYTES = 64;
  private static final int CONFIRMATION_BYTES = 32;
  private static final MacKey SECRET = new MacKey("the secret of a group".getBytes(US_ASCII));
  private static final MacKey OTHER = new MacKey("the secret of another".getBytes(US_ASCII));

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private Socket connecting;
  private Socket accepting;

  @BeforeEach
  void connect() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      connecting = new Socket(server.getInetAddress(), server.getLocalPort());
      accepting = server.accept();
    }
  }

  @AfterEach
  void close() throws IOException {
    connecting.close();
    accepting.close();
    thread.shutdownNow();
  }

  private static SealedHandshake.Side side(MacKey key, int rank) {
    return new SealedHandshake.Side(key, rank, new SecureRandom());
  }

  private static SealedHandshake.Line line(Socket socket) throws IOException {
    return new SealedHandshake.Line(socket, socket.getInputStream(), socket.getOutputStream());
  }

  private Future<SealedHandshake> meanwhile(Callable<SealedHandshake> work) {
    return thread.submit(work);
  }

  /** A side that gives up closes its socket, as whoever holds it does. */
  private Future<SealedHandshake> accepting(MacKey key, int rank) {
    return meanwhile(
        () -> {
          try {
            return side(key, rank).accept(line(accepting));
          } catch (IOException e) {
            accepting.close();
            throw e;
          }
        });
  }

  @Test
  void bothSidesComeToTheSameKeys() throws Exception {
    Future<SealedHandshake> accepted = accepting(SECRET, 0);
    SealedHandshake connected = side(SECRET, 2).connect(line(connecting), 0);
    assertThat(accepted.get().peer()).isEqualTo(2);
    assertThat(connected.peer()).isZero();
    byte[] any = {1};
    assertThat(connected.outgoing().tag("any", any))
        .isEqualTo(accepted.get().incoming().tag("any", any))
        .isNotEqualTo(connected.incoming().tag("any", any));
    assertThat(connected.incoming().tag("any", any))
        .isEqualTo(accepted.get().outgoing().tag("any", any));
  }

  @Test
  void anotherSecretIsRefusedAtTheHello() throws Exception {
    Future<SealedHandshake> accepted = accepting(SECRET, 0);
    assertThatThrownBy(() -> side(OTHER, 2).connect(line(connecting), 0))
        .isInstanceOf(EOFException.class)
        .hasMessageContaining("closed the connection instead of showing");
    assertRefused(accepted, "another secret or another group file (hello)");
  }

  @Test
  void whoAcceptsHasToKnowTheSecretToo() throws Exception {
    Future<SealedHandshake> connected =
        meanwhile(() -> side(SECRET, 2).connect(line(connecting), 0));
    accepting.getInputStream().readNBytes(HELLO_BYTES);
    accepting.getOutputStream().write(new byte[ANSWER_BYTES]);
    assertRefused(connected, "another secret or another group file (accept)");
  }

  @Test
  void whatWasRecordedEarlierDoesNotComeInAgain() throws Exception {
    byte[] hello;
    byte[] confirmation;
    Future<SealedHandshake> first = meanwhile(() -> side(SECRET, 2).connect(line(connecting), 0));
    hello = accepting.getInputStream().readNBytes(HELLO_BYTES);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket relayed = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket member = server.accept()) {
      relayed.getOutputStream().write(hello);
      ExecutorService other = Executors.newSingleThreadExecutor();
      Future<SealedHandshake> accepted = other.submit(() -> side(SECRET, 0).accept(line(member)));
      accepting.getOutputStream().write(relayed.getInputStream().readNBytes(ANSWER_BYTES));
      confirmation = accepting.getInputStream().readNBytes(CONFIRMATION_BYTES);
      relayed.getOutputStream().write(confirmation);
      assertThat(accepted.get().peer()).isEqualTo(2);
      assertThat(first.get().peer()).isZero();
      other.shutdown();
    }
    connect();
    Future<SealedHandshake> again = accepting(SECRET, 0);
    connecting.getOutputStream().write(hello);
    assertThat(connecting.getInputStream().readNBytes(ANSWER_BYTES)).hasSize(ANSWER_BYTES);
    connecting.getOutputStream().write(confirmation);
    assertRefused(again, "another secret or another group file (confirm)");
  }

  @Test
  void aHelloThatIsSentBackToItsSenderIsRefused() throws Exception {
    Future<SealedHandshake> connected =
        meanwhile(() -> side(SECRET, 2).connect(line(connecting), 0));
    byte[] hello = accepting.getInputStream().readNBytes(HELLO_BYTES);
    accepting.close();
    assertThatThrownBy(connected::get).isInstanceOf(ExecutionException.class);
    connect();
    Future<SealedHandshake> accepted = accepting(SECRET, 2);
    connecting.getOutputStream().write(hello);
    assertRefused(accepted, "member 2 called member 0 here");
  }

  @Test
  void whoSaysNothingIsNotWaitedForForever() {
    Future<SealedHandshake> accepted = accepting(SECRET, 0);
    assertThatThrownBy(accepted::get).hasCauseInstanceOf(SocketTimeoutException.class);
  }

  private static void assertRefused(Future<SealedHandshake> side, String reason) {
    assertThatThrownBy(side::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IOException.class)
        .hasMessageContaining(reason);
  }
}
