package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is no valid record is told with path and reason: never free, never overwritten. */
interface CorruptionContract extends LeaseGround {

  @Test
  default void corruptRecordIsToldAndNeverFreeAndNeverOverwritten() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    String path = arena().countingRecord(id(1));
    byte[] whole = arena().read(path);
    Coordinator b = arena().open("beta");
    b.claim(id(1));
    arena().pass(2 * TTL_MILLIS);

    for (Map.Entry<String, byte[]> broken : broken(whole).entrySet()) {
      arena().write(path, broken.getValue());

      assertThat(b.table().read(id(1)))
          .as(broken.getKey())
          .isInstanceOfSatisfying(
              Reading.Corrupt.class,
              corrupt -> {
                assertThat(corrupt.path()).isEqualTo(path);
                assertThat(corrupt.reason()).isNotBlank();
              });
      assertThat(b.claim(id(1))).as(broken.getKey()).isInstanceOf(ClaimAnswer.Corrupt.class);
      assertThat(b.begin(lease, Optional.empty())).isInstanceOf(CommitAnswer.Corrupt.class);
      assertThat(b.complete(lease)).isInstanceOf(CompleteAnswer.Corrupt.class);
      assertThat(b.release(lease)).isInstanceOf(ReleaseAnswer.Corrupt.class);
      b.table().sweep();
      assertThat(arena().read(path)).as(broken.getKey()).isEqualTo(broken.getValue());
    }

    arena().write(path, whole);
    assertThat(b.record(id(1)).token()).isEqualTo(lease.token());
  }

  private static Map<String, byte[]> broken(byte[] whole) {
    String text = new String(whole, UTF_8);
    Map<String, byte[]> broken = new LinkedHashMap<>();
    broken.put("empty", new byte[0]);
    broken.put("zeros", new byte[whole.length]);
    broken.put("truncated", Arrays.copyOf(whole, whole.length / 2));
    broken.put("not UTF-8", new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}', '\n'});
    broken.put("a duplicate key", text.replace("{", "{\"attempts\":1,").getBytes(UTF_8));
    broken.put("two mebibytes", new byte[2 * 1024 * 1024]);
    broken.put("another id", text.replace("aaaa", "bbbb").getBytes(UTF_8));
    for (String schema : new String[] {"0", "1", "2", "3", "\"1\""}) {
      String other = text.replaceFirst("\"schema\":[12]", "\"schema\":" + schema);
      if (!other.equals(text)) {
        broken.put("schema " + schema, other.getBytes(UTF_8));
      }
    }
    broken.put("an array", "[]\n".getBytes(UTF_8));
    broken.put("two documents", (text + text).getBytes(UTF_8));
    return broken;
  }

  @Test
  default void corruptRecordLeavesTheOthersServed() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease good = a.take(id(1));
    a.take(id(5));
    arena().write(arena().countingRecord(id(5)), new byte[] {'{'});
    Coordinator b = arena().open("beta");

    assertThat(b.claim(id(5))).isInstanceOf(ClaimAnswer.Corrupt.class);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    assertThat(a.beat(good).renewed()).containsExactly(id(1));
    assertThat(a.complete(good)).isInstanceOf(CompleteAnswer.Completed.class);
    b.take(id(9));
  }

  @Test
  default void recordPathThatIsASymbolicLinkIsRefusedWithoutFollowing() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    String path = arena().countingRecord(id(1));
    String elsewhere = "elsewhere";
    arena().rename(path, elsewhere);
    arena().symlink("../" + elsewhere, path);
    arena().dropHint(id(1));

    assertRefused(path, "link");
  }

  @Test
  default void recordPathThatIsADirectoryIsRefused() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    String path = arena().countingRecord(id(1));
    arena().unlink(path);
    arena().mkdir(path);
    arena().dropHint(id(1));

    assertRefused(path, "regular");
  }

  private void assertRefused(String path, String reason) throws Exception {
    Coordinator b = arena().open("beta");
    assertThat(b.claim(id(1)))
        .isInstanceOfSatisfying(
            ClaimAnswer.Corrupt.class,
            corrupt -> {
              assertThat(corrupt.path()).isEqualTo(path);
              assertThat(corrupt.reason()).contains(reason);
            });
    assertThat(arena().isThere(path)).isTrue();
    b.take(id(5));
  }
}
