package io.holdfast.exchange.jgroups;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;

/**
 * How two members find out that the other one knows their group's secret, now.
 *
 * <p>{@code G} is the group key, HMAC-SHA256(secret, "holdfast-exchange-v1 group", digest of the
 * group file); {@code c} and {@code a} are the ranks of who connects and who accepts, 4 bytes each;
 * {@code Nc} and {@code Na} are 32 random bytes of either. In HMAC-SHA256(key, purpose, bytes) the
 * purpose is ASCII and ends with a NUL.
 *
 * <pre>
 * c to a   "HOLDFST1" c a Nc  HMAC(G, "hello", "HOLDFST1" c a Nc 0)
 * a to c   Na                 HMAC(G, "accept", T)      T = "HOLDFST1" c a Nc Na
 * c to a                      HMAC(G, "confirm", T)
 * </pre>
 *
 * <p>Either direction then has a key of its own, HMAC(G, "to acceptor", T) and HMAC(G, "to
 * connector", T), for {@link SealedRecords}. A stranger's hello is refused after 80 bytes, without
 * looking at anything but its tag. A hello that was recorded earlier passes and the confirmation
 * fails, because {@code Na} is new; one that is sent back to its sender names another acceptor; and
 * what either says carries another purpose than what it hears.
 *
 * @param peer the other one's rank
 * @param incoming the key of what it sends
 * @param outgoing the key of what is sent to it
 */
record SealedHandshake(int peer, MacKey incoming, MacKey outgoing) {

  /** How long the other side has for its part. */
  static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1000);

  private static final byte[] MAGIC = "HOLDFST1".getBytes(StandardCharsets.US_ASCII);
  private static final int NONCE_BYTES = 32;
  private static final int HEAD_BYTES = MAGIC.length + 2 * Integer.BYTES + NONCE_BYTES;
  private static final int TRANSCRIPT_BYTES = HEAD_BYTES + NONCE_BYTES;

  /** What a handshake speaks through. */
  record Line(Socket socket, InputStream in, OutputStream out) {}

  /** One member's side. */
  static final class Side {

    private final MacKey groupKey;
    private final int own;
    private final SecureRandom random;

    /**
     * @param own this member's rank
     */
    Side(MacKey groupKey, int own, SecureRandom random) {
      this.groupKey = groupKey;
      this.own = own;
      this.random = random;
    }

    /** As who connected to a member. */
    SealedHandshake connect(Line line, int peer) throws IOException {
      byte[] transcript =
          ByteBuffer.allocate(TRANSCRIPT_BYTES)
              .put(MAGIC)
              .putInt(own)
              .putInt(peer)
              .put(nonce())
              .array();
      ByteBuffer hello = ByteBuffer.allocate(HEAD_BYTES + MacKey.BYTES);
      hello.put(transcript, 0, HEAD_BYTES).put(groupKey.tag("hello", transcript));
      send(line, hello.array());
      ByteBuffer answer = ByteBuffer.wrap(receive(line, NONCE_BYTES + MacKey.BYTES));
      answer.get(transcript, HEAD_BYTES, NONCE_BYTES);
      require("accept", transcript, tag(answer));
      send(line, groupKey.tag("confirm", transcript));
      return new SealedHandshake(
          peer,
          groupKey.derive("to connector", transcript),
          groupKey.derive("to acceptor", transcript));
    }

    /** As who accepted a connection of whomever. */
    SealedHandshake accept(Line line) throws IOException {
      ByteBuffer hello = ByteBuffer.wrap(receive(line, HEAD_BYTES + MacKey.BYTES));
      byte[] transcript = new byte[TRANSCRIPT_BYTES];
      hello.get(transcript, 0, HEAD_BYTES);
      require("hello", transcript, tag(hello));
      ByteBuffer ranks = ByteBuffer.wrap(transcript, MAGIC.length, 2 * Integer.BYTES);
      int peer = ranks.getInt();
      int called = ranks.getInt();
      if (called != own || peer == own) {
        throw new IOException("member " + peer + " called member " + called + " here");
      }
      byte[] nonce = nonce();
      System.arraycopy(nonce, 0, transcript, HEAD_BYTES, NONCE_BYTES);
      ByteBuffer answer = ByteBuffer.allocate(NONCE_BYTES + MacKey.BYTES);
      answer.put(nonce).put(groupKey.tag("accept", transcript));
      send(line, answer.array());
      require("confirm", transcript, receive(line, MacKey.BYTES));
      return new SealedHandshake(
          peer,
          groupKey.derive("to acceptor", transcript),
          groupKey.derive("to connector", transcript));
    }

    private byte[] nonce() {
      byte[] nonce = new byte[NONCE_BYTES];
      random.nextBytes(nonce);
      return nonce;
    }

    private void require(String purpose, byte[] transcript, byte[] tag) throws IOException {
      if (!MessageDigest.isEqual(groupKey.tag(purpose, transcript), tag)) {
        throw new IOException("has another secret or another group file (" + purpose + ")");
      }
    }
  }

  private static byte[] tag(ByteBuffer behind) {
    byte[] tag = new byte[MacKey.BYTES];
    behind.get(tag);
    return tag;
  }

  private static void send(Line line, byte[] message) throws IOException {
    line.out().write(message);
    line.out().flush();
  }

  /** All of a message, however slowly it comes, within one limit. */
  private static byte[] receive(Line line, int length) throws IOException {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    byte[] message = new byte[length];
    for (int have = 0; have < length; ) {
      long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (millis <= 0) {
        throw new SocketTimeoutException("said too little for too long");
      }
      line.socket().setSoTimeout((int) millis);
      int count = line.in().read(message, have, length - have);
      if (count < 0) {
        throw new EOFException("closed the connection instead of showing that it knows the secret");
      }
      have += count;
    }
    line.socket().setSoTimeout(0);
    return message;
  }
}
