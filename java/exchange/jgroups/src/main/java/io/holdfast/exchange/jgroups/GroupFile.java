package io.holdfast.exchange.jgroups;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.litmus.cluster.DomainDigest;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Who the members of a group are, in the order of their ranks: the same file for all of them.
 *
 * <pre>
 * {"schema": "holdfast-group-v1",
 *  "members": [{"name": "a", "host": "10.0.0.1", "port": 7801},
 *              {"name": "b", "host": "10.0.0.2", "port": 7801}]}
 * </pre>
 *
 * <p>Exactly these keys; names and addresses are unique. Immutable.
 */
public final class GroupFile {

  /** What the file calls its format. */
  public static final String SCHEMA = "holdfast-group-v1";

  /** Most members. */
  public static final int MEMBERS_LIMIT = 256;

  /** Longest file, in bytes. */
  public static final int BYTES_LIMIT = 256 * 1024;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:_-]{1,255}");
  private static final long PORT_LIMIT = 65_535;

  private final List<Seat> seats;
  private final byte[] digest;

  private GroupFile(List<Seat> seats, byte[] digest) {
    this.seats = List.copyOf(seats);
    this.digest = digest;
  }

  /**
   * One member's place.
   *
   * @param name 1 to 64 characters out of letters, digits and {@code . _ -}
   * @param host an address or a host name; where it listens and whereto others connect
   * @param port 1 to 65535
   */
  public record Seat(String name, String host, int port) {

    @Override
    public String toString() {
      return name + " (" + host + ":" + port + ")";
    }
  }

  /**
   * Reads a group file.
   *
   * @throws ExchangeException it cannot be read, or is not exactly as it has to be; with the reason
   */
  public static GroupFile read(Posix posix, RawPath path) throws ExchangeException {
    byte[] document = new SmallFile(posix, BYTES_LIMIT).read(path);
    try {
      return parse(document);
    } catch (JsonFormatException e) {
      throw new ExchangeException("group file " + path + ": " + e.getMessage(), e);
    }
  }

  /** The group that a document names. */
  public static GroupFile parse(byte[] document) throws JsonFormatException {
    JsonObject file = StrictJson.readObject(document);
    requireKeys(file, Set.of("schema", "members"), "the group file");
    if (!SCHEMA.equals(text(file, "schema"))) {
      throw new JsonFormatException("schema is not " + SCHEMA);
    }
    if (!(field(file, "members") instanceof JsonArray members)) {
      throw new JsonFormatException("members is no array");
    }
    int count = members.items().size();
    if (count < 1 || count > MEMBERS_LIMIT) {
      throw new JsonFormatException(count + " members; 1 to " + MEMBERS_LIMIT + " make a group");
    }
    List<Seat> seats = new ArrayList<>();
    for (JsonValue member : members.items()) {
      seats.add(seat(member));
    }
    requireUnique(seats);
    return new GroupFile(seats, new DomainDigest(SCHEMA).add(CanonicalJson.bytes(file)).bytes());
  }

  private static Seat seat(JsonValue value) throws JsonFormatException {
    if (!(value instanceof JsonObject member)) {
      throw new JsonFormatException("a member is no object");
    }
    requireKeys(member, Set.of("name", "host", "port"), "a member");
    String name = text(member, "name");
    if (!NAME.matcher(name).matches()) {
      throw new JsonFormatException("a name has 1 to 64 of the characters A-Z a-z 0-9 . _ -");
    }
    String host = text(member, "host");
    if (!HOST.matcher(host).matches()) {
      throw new JsonFormatException("the host of " + name + " is no address and no host name");
    }
    long port = field(member, "port") instanceof JsonNumber number ? number.toLong().orElse(0L) : 0;
    if (port < 1 || port > PORT_LIMIT) {
      throw new JsonFormatException("the port of " + name + " is not between 1 and 65535");
    }
    return new Seat(name, host, (int) port);
  }

  private static void requireUnique(List<Seat> seats) throws JsonFormatException {
    Set<String> names = new HashSet<>();
    Set<String> addresses = new HashSet<>();
    for (Seat seat : seats) {
      if (!names.add(seat.name())) {
        throw new JsonFormatException("two members are called " + seat.name());
      }
      String address = seat.host() + ":" + seat.port();
      if (!addresses.add(address)) {
        throw new JsonFormatException("two members have the address " + address);
      }
    }
  }

  private static void requireKeys(JsonObject object, Set<String> keys, String what)
      throws JsonFormatException {
    if (!object.fields().keySet().equals(keys)) {
      throw new JsonFormatException(what + " has other keys than " + new ArrayList<>(keys));
    }
  }

  private static JsonValue field(JsonObject object, String key) {
    return Objects.requireNonNull(object.fields().get(key));
  }

  private static String text(JsonObject object, String key) throws JsonFormatException {
    if (field(object, key) instanceof JsonString string) {
      return string.text();
    }
    throw new JsonFormatException(key + " is no string");
  }

  /** The members, by rank. */
  public List<Seat> seats() {
    return seats;
  }

  /**
   * The rank of the member that is called so.
   *
   * @throws ExchangeException nobody is
   */
  public int rank(String name) throws ExchangeException {
    for (int rank = 0; rank < seats.size(); rank++) {
      if (seats.get(rank).name().equals(name)) {
        return rank;
      }
    }
    throw new ExchangeException(
        "no member of the group is called "
            + name
            + "; there are "
            + seats.stream().map(Seat::name).toList());
  }

  /** SHA-256 over the format's name, NUL, and the file's canonical JSON. */
  byte[] digest() {
    return digest.clone();
  }
}
