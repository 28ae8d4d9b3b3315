package io.holdfast.lease;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.holdfast.json.JsonValue.JsonString;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records of fence tables: exactly these bytes, or no record. */
class FenceCodecTest {

  private static final long SEED = Long.getLong("holdfast.codec.seed", System.nanoTime());
  private static final int DAMAGES = 100_000;

  private static final WorkId ID = WorkId.ofTarget(77);
  private static final String NONCE = "ab".repeat(16);
  private static final List<String> WON = List.of("cd".repeat(16), "ef".repeat(16));

  private static final String GOLDEN =
      "{\"attempts\":1,"
          + "\"checksum\":\"9293ff41c64ae94d438032b6a398b6b0688ff684d2f8afddd804c7359d9fd2a3\","
          + "\"fence\":2,"
          + "\"id\":\"6c1ad97b4838ddd07eb783b946c31f6241b0d90d8f0e63c79f7f4c6f0efbcec6\","
          + "\"nonce\":\"abababababababababababababababab\",\"owner\":\"alpha\",\"payload\":{},"
          + "\"previous_owner\":\"\",\"schema\":2,"
          + "\"session\":\"ffffffffffffffffffffffffffffffff\",\"status\":\"leased\","
          + "\"steals\":0,"
          + "\"token\":\"alpha:1:7:1793491200000000000:000102030405060708090a0b0c0d0e0f\","
          + "\"ttl\":10.0,\"updated\":1793491200.0,"
          + "\"won\":[\"cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd\",\"efefefefefefefefefefefefefefefef\"],"
          + "\"worker\":1}\n";

  private final byte[] golden = GOLDEN.getBytes(US_ASCII);

  @Test
  void aRecordIsWrittenAndReadAsTheFormatSays() throws Exception {
    FenceCodec.Stamped read = FenceCodec.decode(ID, golden);

    assertThat(read.stamp()).isEqualTo(new FenceStamp(new FenceName(2, NONCE), WON));
    assertThat(read.record().fence()).isEqualTo(2);
    assertThat(read.record().owner()).isEqualTo("alpha");
    assertThat(new String(FenceCodec.encode(read.record(), read.stamp()), US_ASCII))
        .isEqualTo(GOLDEN);
  }

  @Test
  void theChecksumIsMadeAnewAndFieldsOfOthersAreKept() throws Exception {
    LeaseRecord record = FenceCodec.decode(ID, golden).record();
    LeaseRecord more = record.change().set("zz_other", "kept").make();
    FenceStamp next = FenceCodec.decode(ID, golden).stamp().next("01".repeat(16), 0);

    FenceCodec.Stamped again = FenceCodec.decode(ID, FenceCodec.encode(more, next));

    assertThat(again.record().fields().get("zz_other")).contains(new JsonString("kept"));
    assertThat(again.stamp().won()).containsExactly(NONCE, WON.get(0), WON.get(1));
    assertThat(again.stamp().at().number()).isEqualTo(3);
  }

  @Test
  void aHistoryBehindATombstoneGoesOnWithItsNumbers() {
    FenceStamp first = FenceStamp.first(nonce(0)).next(nonce(1), 41);

    assertThat(first.at()).isEqualTo(new FenceName(42, nonce(1)));
    assertThat(first.next(nonce(2), 41).at()).isEqualTo(new FenceName(43, nonce(2)));
    assertThat(first.won()).containsExactly(nonce(0));
  }

  @Test
  void aRecordRemembersTheLastEightTransitions() {
    FenceStamp stamp = FenceStamp.first(nonce(0));
    for (int number = 1; number <= 12; number++) {
      stamp = stamp.next(nonce(number), 0);
    }

    assertThat(stamp.won()).hasSize(8).startsWith(nonce(11)).endsWith(nonce(4));
    assertThat(stamp.remembers(new FenceName(11, nonce(11)))).isTrue();
    assertThat(stamp.remembers(new FenceName(4, nonce(4)))).isTrue();
    assertThat(stamp.remembers(new FenceName(3, nonce(3)))).isFalse();
    assertThat(stamp.remembers(new FenceName(11, nonce(10)))).isFalse();
    assertThat(stamp.remembers(new FenceName(12, nonce(12)))).isFalse();
    assertThat(stamp.remembers(new FenceName(13, nonce(11)))).isFalse();
  }

  private static String nonce(int number) {
    return String.format("%032x", number);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"fence\":2', '\"fence\":3', checksum",
    "alpha, alphb, checksum",
    "'9293ff', '9293fe', checksum",
    "'\"attempts\":1,', '\"attempts\":1,\"attempts\":1,', no JSON",
    "'\"schema\":2', '\"schema\":1', schema",
    "'\"schema\":2', '\"schema\":3', schema",
    "'6c1ad9', '6c1ad8', id",
  })
  void aRecordThatWasChangedIsRefusedWithAReason(String part, String instead, String reason) {
    assertThat(GOLDEN).contains(part);
    byte[] changed = GOLDEN.replace(part, instead).getBytes(US_ASCII);

    assertThatThrownBy(() -> FenceCodec.decode(ID, changed))
        .isInstanceOf(LeaseFormatException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aRecordWithoutItsLastNewlineIsRefused() {
    assertThatThrownBy(() -> FenceCodec.decode(ID, Arrays.copyOf(golden, golden.length - 1)))
        .isInstanceOf(LeaseFormatException.class)
        .hasMessageContaining("newline");
  }

  @Test
  void recordsOfLockedTablesAreRefusedAndTheOtherWayRound() throws Exception {
    assertThatThrownBy(() -> LeaseCodec.ofLockedTables().decode(ID, golden))
        .isInstanceOf(LeaseFormatException.class)
        .hasMessageContaining("schema");
  }

  /** {@code -Dholdfast.codec.seed} repeats a run. */
  @Test
  void noDamageIsEverTakenForAnotherRecord() throws Exception {
    FenceCodec.Stamped whole = FenceCodec.decode(ID, golden);
    System.out.println("damaged fence records: seed " + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int damage = 0; damage < DAMAGES; damage++) {
      byte[] damaged = damaged(random);
      if (Arrays.equals(damaged, golden)) {
        continue;
      }
      try {
        FenceCodec.Stamped read = FenceCodec.decode(ID, damaged);
        if (read.record().fields().equals(whole.record().fields())) {
          continue;
        }
        fail(
            "damage %s of -Dholdfast.codec.seed=%s was read as %s: %s",
            damage, SEED, read, new String(damaged, US_ASCII));
      } catch (LeaseFormatException refusal) {
        assertThat(refusal).hasMessageMatching("(?s).+");
      }
    }
  }

  /** A record that was cut, of which some bits were flipped, some bytes set, moved or doubled. */
  private byte[] damaged(SplittableRandom random) {
    byte[] bytes = golden.clone();
    switch (random.nextInt(5)) {
      case 0 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 1 -> {
        for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
      case 2 -> Arrays.fill(bytes, random.nextInt(bytes.length), bytes.length, (byte) 0);
      case 3 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      default -> {
        int from = random.nextInt(bytes.length);
        int to = random.nextInt(bytes.length);
        int length = random.nextInt(bytes.length - Math.max(from, to));
        System.arraycopy(golden, from, bytes, to, length);
      }
    }
    return bytes;
  }
}
