package io.holdfast.exchange.jgroups;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;

/**
 * The bytes of one direction of one connection in records that nobody else can make.
 *
 * <pre>
 * length (4 bytes, 1 to 65536)  content  HMAC-SHA256(key, sequence (8 bytes) length content)
 * </pre>
 *
 * <p>The key is that of {@link SealedHandshake}: it belongs to one sender, one receiver, one
 * connection and one direction, so that nothing of another connection or of the own direction is
 * taken for the other one's. The sequence counts the records from 0 and is not sent: a record that
 * is repeated, left out or exchanged with another fails as one that was changed does. A length is
 * looked at before anything is read, content after its tag was. What fails ends the connection.
 */
final class SealedRecords {

  /** Most bytes of content in one record. */
  static final int CONTENT_LIMIT = 64 * 1024;

  private SealedRecords() {}

  /** Sequence, length, content. */
  private static byte[] tag(Mac mac, long sequence, int length, byte[] content, int offset) {
    mac.update(ByteBuffer.allocate(Long.BYTES).putLong(sequence).array());
    mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
    mac.update(content, offset, length);
    return mac.doFinal();
  }

  /** What is written comes out of the other side's {@link Input}. */
  static final class Output extends OutputStream {

    private final OutputStream out;
    private final Mac mac;
    private long sequence;

    Output(OutputStream out, MacKey key) {
      this.out = out;
      this.mac = key.newMac();
    }

    @Override
    public void write(int octet) throws IOException {
      write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
      for (int done = 0; done < length; ) {
        int count = Math.min(length - done, CONTENT_LIMIT);
        byte[] tag = tag(mac, sequence++, count, bytes, offset + done);
        ByteBuffer record = ByteBuffer.allocate(Integer.BYTES + count + MacKey.BYTES);
        record.putInt(count).put(bytes, offset + done, count).put(tag);
        out.write(record.array());
        done += count;
      }
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Ends where a record ends; a record that was cut off is an {@link EOFException}. */
  static final class Input extends InputStream {

    private final InputStream in;
    private final Mac mac;
    private final Refusals refusals;
    private final String peer;
    private long sequence;
    private byte[] content = new byte[0];
    private int next;
    private boolean broken;

    /**
     * @param refusals is told what was not sealed as it has to be
     * @param peer who sends, for people
     */
    Input(InputStream in, MacKey key, Refusals refusals, String peer) {
      this.in = in;
      this.mac = key.newMac();
      this.refusals = refusals;
      this.peer = peer;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (next == content.length && !nextRecord()) {
        return -1;
      }
      int count = Math.min(length, content.length - next);
      System.arraycopy(content, next, bytes, offset, count);
      next += count;
      return count;
    }

    private boolean nextRecord() throws IOException {
      if (broken) {
        throw new IOException("the connection to " + peer + " was refused");
      }
      byte[] head = in.readNBytes(Integer.BYTES);
      if (head.length == 0) {
        return false;
      }
      if (head.length < Integer.BYTES) {
        throw cutOff();
      }
      int length = ByteBuffer.wrap(head).getInt();
      if (length < 1 || length > CONTENT_LIMIT) {
        throw refused("a record of " + Integer.toUnsignedString(length) + " bytes");
      }
      byte[] rest = in.readNBytes(length + MacKey.BYTES);
      if (rest.length < length + MacKey.BYTES) {
        throw cutOff();
      }
      byte[] tag = Arrays.copyOfRange(rest, length, rest.length);
      if (!MessageDigest.isEqual(tag(mac, sequence, length, rest, 0), tag)) {
        throw refused("record " + sequence + " is not what was sealed for this connection");
      }
      sequence++;
      content = Arrays.copyOf(rest, length);
      next = 0;
      return true;
    }

    private EOFException cutOff() {
      broken = true;
      return new EOFException(peer + " was cut off within a record");
    }

    private IOException refused(String reason) {
      broken = true;
      refusals.count(peer, reason);
      return new IOException(peer + ": " + reason);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
