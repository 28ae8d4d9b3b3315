package io.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.json.StrictJson;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkIdTest {

  @ParameterizedTest
  @CsvSource({
    "77, 6c1ad97b4838ddd07eb783b946c31f6241b0d90d8f0e63c79f7f4c6f0efbcec6, 3, 59, 123",
    "88, ddfd21ee3b96aca870e860b7e79a7e96453c741bcf507303f3828465a89cb9c9, 2, 46, 238",
    "99, 261272049dc400610c9630ab0cad231b4cd84b023c4cda9a89cd1b09502b68ee, 0, 4, 4",
    "11, 000b6822211d11f4882df9c08c3c9265fe38062d88c910f4a43588a0efdd27b1, 2, 34, 34",
    "22, 85d273a8b23336d51bf103304dd8b0f6ba743a52c4157467c2033b92a75efd32, 0, 40, 168",
    "33, c0080f187fd1f5529bc2de1344669660f5fde159c4e0b3eedcd4377dbb473571, 0, 24, 24"
  })
  void targetsHaveTheIdsAndShardsOfTheFormat(long target, String id, int of4, int of64, int of256) {
    WorkId workId = WorkId.ofTarget(target);

    assertThat(workId.hex()).isEqualTo(id);
    assertThat(workId.shard(4)).isEqualTo(of4);
    assertThat(workId.shard(64)).isEqualTo(of64);
    assertThat(workId.shard(256)).isEqualTo(of256);
  }

  @Test
  void aPayloadsIdDoesNotDependOnItsSpelling() throws Exception {
    WorkId id = WorkId.ofPayload(StrictJson.readObject(ascii("{\"b\": 1, \"a\": \"\u00e9\"}")));

    assertThat(id)
        .isEqualTo(WorkId.ofPayload(StrictJson.readObject(ascii("{\"a\":\"\\u00E9\",\"b\":1}"))))
        .isEqualTo(WorkId.ofInput(ascii("{\"a\":\"\\u00e9\",\"b\":1}")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "G"})
  void whatIsNoIdIsRefused(String text) {
    assertThatThrownBy(() -> new WorkId(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void upperCaseAndTargetsThatAreNotPositiveAreRefused() {
    assertThatThrownBy(() -> new WorkId("A".repeat(64)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> WorkId.ofTarget(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> WorkId.ofTarget(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
