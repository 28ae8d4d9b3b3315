package io.holdfast.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.json.CanonicalJson;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commit manifest has one form, and every other is refused with its reason. */
class ResultManifestTest {

  private static final String ONE = "0".repeat(63) + "1";
  private static final String TWO = "0".repeat(63) + "2";
  private static final String STAGE = "0123456789abcdef0123456789abcdef";
  private static final String FORM =
      "{\"generated\":5,\"hashes\":[\""
          + ONE
          + "\",\""
          + TWO
          + "\"],\"schema\":\"result-commit-v1\",\"stage\":\""
          + STAGE
          + "\",\"worker_rank\":3}";

  private static ResultManifest manifest(long rank, long generated) {
    TreeSet<ContentHash> hashes = new TreeSet<>();
    hashes.add(new ContentHash(TWO));
    hashes.add(new ContentHash(ONE));
    return new ResultManifest(rank, new StageName(STAGE), hashes, generated);
  }

  @Test
  void theCanonicalFormIsWrittenAndReadBack() throws ResultFormatException {
    assertThat(new String(manifest(3, 5).toBytes(), UTF_8)).isEqualTo(FORM);
    assertThat(ResultManifest.of(FORM.getBytes(UTF_8))).isEqualTo(manifest(3, 5));
    assertThat(ResultManifest.of(manifest(0, 0).toJson())).isEqualTo(manifest(0, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "result-commit-v1 | result-commit-v2 | schema",
        "\"worker_rank\":3 | \"worker_rank\":-1 | worker_rank",
        "\"worker_rank\":3 | \"worker_rank\":2147483648 | worker_rank",
        "\"worker_rank\":3 | \"worker_rank\":\"3\" | worker_rank",
        "\"worker_rank\":3 | \"worker_rank\":3.0 | worker_rank",
        "\"worker_rank\":3 | \"worker_rank\":3,\"x\":1 | exactly the fields",
        "\"worker_rank\":3 | \"rank\":3 | exactly the fields",
        "\"generated\":5 | \"generated\":5e0 | generated",
        "\"generated\":5 | \"generated\":9007199254740992 | generated",
        "\"stage\":\"0123 | \"stage\":\"X123 | stage",
        "\"stage\":\"0123 | \"stage\":\"123 | stage",
        "01\",\" | 02\",\" | not sorted",
        "01\",\" | 03\",\" | not sorted",
        "01\",\" | 0A\",\" | 64 lower-case",
        "02\"] | 02\",5] | 64 lower-case",
        "\"generated\":5, | \"generated\": 5, | canonical",
        "{\"gen | [\"gen | no JSON",
      })
  void everyOtherFormIsRefused(String part, String instead, String reason) {
    assertThat(FORM).contains(part);
    byte[] message = FORM.replace(part, instead).getBytes(UTF_8);

    assertThatThrownBy(() -> ResultManifest.of(message))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aFullManifestFitsWhatALeaseKeeps() {
    TreeSet<ContentHash> hashes = new TreeSet<>();
    for (int i = 0; i < ResultManifest.HASH_LIMIT; i++) {
      hashes.add(new ContentHash(String.format("%064x", i)));
    }
    ResultManifest full =
        new ResultManifest(
            ResultManifest.RANK_LIMIT,
            new StageName(STAGE),
            hashes,
            ResultManifest.GENERATED_LIMIT);

    assertThat(CanonicalJson.bytes(full.toJson()).length)
        .isLessThanOrEqualTo(WorkLeaseTable.COMMIT_LIMIT);
    hashes.add(new ContentHash("f".repeat(64)));
    assertThatThrownBy(() -> new ResultManifest(0, new StageName(STAGE), hashes, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 3800");
  }

  @Test
  void anOriginIsReadBackFromItsNameOnly() {
    StageOrigin origin = new StageOrigin(new WorkId(ONE), 255);
    String name = origin.toName().toString();

    assertThat(name).isEqualTo("origin." + ONE + ".00000000000000ff");
    assertThat(StageOrigin.ofName(name)).contains(origin);
    for (String other :
        new String[] {
          "origin." + ONE + ".00000000000000FF",
          "origin." + ONE + ".0000000000000000",
          "origin." + ONE + ".8000000000000000",
          "origin." + ONE + "-00000000000000ff",
          "origin." + ONE,
          "origin",
          name + "0",
        }) {
      assertThat(StageOrigin.ofName(other)).as(other).isEqualTo(Optional.empty());
    }
  }
}
