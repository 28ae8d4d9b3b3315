package io.holdfast.exchange.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.exchange.jgroups.GroupFile.Seat;
import io.holdfast.json.JsonFormatException;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.RawPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group file is exactly as it has to be, or is refused with one reason. */
class GroupFileTest {

  private static final Seat A = new Seat("a", "10.0.0.1", 7801);
  private static final Seat B = new Seat("b", "10.0.0.2", 7801);

  @TempDir Path directory;

  private static GroupFile parse(String document) throws JsonFormatException {
    return GroupFile.parse(document.getBytes(UTF_8));
  }

  private static void assertRefused(String document, String reason) {
    assertThatThrownBy(() -> parse(document))
        .isInstanceOf(JsonFormatException.class)
        .hasMessageContaining(reason);
  }

  private static String group(Seat... seats) {
    return LoopbackGroup.document(List.of(seats));
  }

  @Test
  void ranksAreTheOrderOfTheFile() throws Exception {
    GroupFile group = parse(group(B, A));
    assertThat(group.seats()).containsExactly(B, A);
    assertThat(group.rank("b")).isZero();
    assertThat(group.rank("a")).isEqualTo(1);
    assertThatThrownBy(() -> group.rank("c"))
        .isInstanceOf(ExchangeException.class)
        .hasMessage("no member of the group is called c; there are [b, a]");
  }

  @Test
  void theDigestIsOfTheContentAndNotOfItsSpelling() throws Exception {
    byte[] digest = parse(group(A, B)).digest();
    assertThat(parse(group(A, B).replace(",", " ,\n ")).digest()).isEqualTo(digest);
    assertThat(parse(group(B, A)).digest()).isNotEqualTo(digest);
    assertThat(parse(group(A)).digest()).isNotEqualTo(digest);
  }

  @Test
  void namesAndAddressesAreUnique() {
    assertRefused(group(A, new Seat("a", "10.0.0.2", 7801)), "two members are called a");
    assertRefused(
        group(A, new Seat("b", "10.0.0.1", 7801)), "two members have the address 10.0.0.1:7801");
  }

  @Test
  void twoSpellingsOfOneAddressAreFoundWhenTheGroupIsOpened() throws Exception {
    GroupFile group =
        parse(group(new Seat("a", "127.0.0.1", 7801), new Seat("b", "127.0.0.01", 7801)));
    assertThatThrownBy(() -> Seating.of(group))
        .isInstanceOf(ExchangeException.class)
        .hasMessageStartingWith("a (127.0.0.1:7801) and b (127.0.0.01:7801) are one address");
  }

  @Test
  void anAddressIsOfOneHost() throws Exception {
    for (String host : List.of("0.0.0.0", "224.0.0.1", "::")) {
      GroupFile group = parse(group(new Seat("a", host, 7801)));
      assertThatThrownBy(() -> Seating.of(group))
          .isInstanceOf(ExchangeException.class)
          .hasMessageContaining("names no address of one host");
    }
  }

  @Test
  void nothingIsLeftOutOrAdded() {
    String good = group(A);
    assertRefused(good.replace(GroupFile.SCHEMA, "holdfast-group-v2"), "schema is not");
    assertRefused(good.replace("\"schema\"", "\"scheme\""), "the group file has other keys");
    assertRefused(good.replace("\"port\"", "\"door\""), "a member has other keys");
    assertRefused(good.replace("{\"name\"", "{\"rank\":0,\"name\""), "a member has other keys");
    assertRefused(good + "x", "");
    assertRefused(good.replace("[{", "{").replace("}]", "}"), "members is no array");
    assertRefused(good.replaceAll("\\[.*]", "[]"), "0 members");
    assertRefused(good.replaceAll("\\[.*]", "[7]"), "a member is no object");
    assertRefused("[]", "not an object");
  }

  @Test
  void namesHostsAndPortsHaveTheirLimits() throws Exception {
    for (String name : List.of("", "a b", "a/b", "ä", "x".repeat(65))) {
      assertRefused(group(new Seat(name, "h", 1)), "a name has 1 to 64");
    }
    assertThat(parse(group(new Seat("x".repeat(64), "h", 1))).seats()).hasSize(1);
    for (String host : List.of("", "h h", "h/24", "x".repeat(256))) {
      assertRefused(group(new Seat("a", host, 1)), "no address and no host name");
    }
    for (int port : new int[] {-1, 0, 65536}) {
      assertRefused(group(new Seat("a", "h", port)), "not between 1 and 65535");
    }
    assertRefused(group(A).replace("7801", "7801.5"), "not between 1 and 65535");
    assertRefused(group(A).replace("7801", "\"7801\""), "not between 1 and 65535");
  }

  @Test
  void aGroupHasAtMostSoManyMembers() throws Exception {
    List<Seat> seats = new ArrayList<>();
    for (int rank = 0; rank < GroupFile.MEMBERS_LIMIT; rank++) {
      seats.add(new Seat("m" + rank, "h", 1 + rank));
    }
    assertThat(parse(LoopbackGroup.document(seats)).seats()).hasSize(GroupFile.MEMBERS_LIMIT);
    seats.add(new Seat("one-more", "h", 60_000));
    assertRefused(LoopbackGroup.document(seats), "257 members");
  }

  @Test
  void aFileIsReadByItsNameAndNamedInErrors() throws Exception {
    RawPath good = PrivateFiles.write(directory, "group", group(A, B), "rw-r--r--");
    assertThat(GroupFile.read(Bindings.load(), good).seats()).containsExactly(A, B);
    RawPath bad = PrivateFiles.write(directory, "bad", group(A, A), "rw-r--r--");
    assertThatThrownBy(() -> GroupFile.read(Bindings.load(), bad))
        .isInstanceOf(ExchangeException.class)
        .hasMessage("group file " + bad + ": two members are called a");
    RawPath directoryItself = RawPath.of(directory.toString());
    assertThatThrownBy(() -> GroupFile.read(Bindings.load(), directoryItself))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("is no regular file");
    RawPath missing = RawPath.of(directory.resolve("missing").toString());
    assertThatThrownBy(() -> GroupFile.read(Bindings.load(), missing))
        .isInstanceOf(ExchangeException.class)
        .hasMessageContaining("ENOENT");
  }
}
