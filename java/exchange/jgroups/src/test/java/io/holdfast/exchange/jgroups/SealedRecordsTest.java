package io.holdfast.exchange.jgroups;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes out of a connection is what its other side put in, in that order, or nothing. */
class SealedRecordsTest {

  private static final MacKey KEY = new MacKey("the key of one direction".getBytes(US_ASCII));
  private static final MacKey OTHER = new MacKey("the key of another one".getBytes(US_ASCII));

  private final Refusals refusals = new Refusals();

  /** The records of some texts, one for each. */
  private static byte[][] sealed(MacKey key, String... texts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SealedRecords.Output output = new SealedRecords.Output(out, key);
    byte[][] records = new byte[texts.length][];
    for (int n = 0; n < texts.length; n++) {
      output.write(texts[n].getBytes(US_ASCII));
      records[n] = out.toByteArray();
      out.reset();
    }
    return records;
  }

  private InputStream opened(byte[]... records) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] record : records) {
      all.write(record);
    }
    return opened(new ByteArrayInputStream(all.toByteArray()));
  }

  private InputStream opened(InputStream in) {
    return new SealedRecords.Input(in, KEY, refusals, "m1");
  }

  private static String text(InputStream in, int length) throws IOException {
    return new String(in.readNBytes(length), US_ASCII);
  }

  @Test
  void whatWasWrittenComesOut() throws IOException {
    byte[][] records = sealed(KEY, "one", "two");
    InputStream in = opened(records);
    assertThat(text(in, 4)).isEqualTo("onet");
    assertThat(text(in, 4)).isEqualTo("wo");
    assertThat(in.read()).isEqualTo(-1);
    assertThat(refusals.count()).isZero();
  }

  @Test
  void muchIsCutIntoRecords() throws IOException {
    byte[] much = new byte[3 * SealedRecords.CONTENT_LIMIT + 17];
    new Random(5).nextBytes(much);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new SealedRecords.Output(out, KEY).write(much);
    assertThat(Arrays.equals(opened(out.toByteArray()).readAllBytes(), much)).isTrue();
  }

  @Test
  void aRecordThatIsRepeatedIsRefused() throws IOException {
    byte[][] records = sealed(KEY, "one", "two");
    InputStream in = opened(records[0], records[0], records[1]);
    assertThat(text(in, 3)).isEqualTo("one");
    assertRefused(in, "record 1 ");
  }

  @Test
  void recordsThatChangedPlacesAreRefused() throws IOException {
    byte[][] records = sealed(KEY, "one", "two");
    assertRefused(opened(records[1], records[0]), "record 0 ");
  }

  @Test
  void aRecordThatIsLeftOutIsMissed() throws IOException {
    byte[][] records = sealed(KEY, "one", "two", "three");
    InputStream in = opened(records[0], records[2]);
    assertThat(text(in, 3)).isEqualTo("one");
    assertRefused(in, "record 1 ");
  }

  @Test
  void recordsOfAnotherDirectionOrConnectionAreRefused() throws IOException {
    assertRefused(opened(sealed(OTHER, "one")), "record 0 ");
  }

  @Test
  void noByteCanBeChanged() throws IOException {
    byte[] record = sealed(KEY, "one")[0];
    for (int n = 0; n < record.length; n++) {
      byte[] changed = record.clone();
      changed[n] ^= 1;
      InputStream in = opened(changed);
      assertThatThrownBy(in::read).as("byte %d", n).isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, SealedRecords.CONTENT_LIMIT + 1, Integer.MAX_VALUE})
  void aLengthIsLookedAtBeforeAnythingIsRead(int length) throws IOException {
    ByteArrayInputStream behind = new ByteArrayInputStream(new byte[1 << 20]);
    InputStream header =
        new ByteArrayInputStream(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
    assertRefused(opened(new SequenceInputStream(header, behind)), "a record of ");
    assertThat(behind.available()).isEqualTo(1 << 20);
  }

  @Test
  void aRecordThatWasCutOffIsNoEnd() throws IOException {
    byte[] record = sealed(KEY, "one")[0];
    for (int length = 1; length < record.length; length++) {
      InputStream in = opened(Arrays.copyOf(record, length));
      assertThatThrownBy(in::read)
          .as("%d bytes", length)
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("m1 was cut off");
    }
  }

  /** Refused, counted once, and nothing comes after it. */
  private void assertRefused(InputStream in, String reason) {
    assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessageContaining(reason);
    assertThatThrownBy(in::read).isInstanceOf(IOException.class);
    assertThat(refusals.count()).isEqualTo(1);
    assertThat(refusals.tell()).contains("m1: " + reason);
  }
}
