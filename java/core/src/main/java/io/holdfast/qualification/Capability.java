package io.holdfast.qualification;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.litmus.Answer;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.Verdict;
import io.holdfast.litmus.cluster.Fields;
import io.holdfast.mount.MountFacts;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a root was shown to be capable of, as one snapshot that is replaced as a whole by each
 * success. Coordinators of other languages read the same fields. Immutable.
 *
 * @param publicationRoot the root itself where there is no other
 * @param mount of the root
 * @param profile id of what was required of the member's own storage
 * @param required ids of the questions that it requires, in their order
 * @param operations which of {@link #OPERATIONS} were required and shown
 * @param lock what was shown of the lock between hosts; empty where nothing was
 */
public record Capability(
    QualifiedPlace root,
    QualifiedPlace publicationRoot,
    MountFacts mount,
    String profile,
    List<String> required,
    Set<Question> operations,
    Optional<LockProof> lock) {

  /** The operations that a snapshot speaks of. */
  public static final Set<Question> OPERATIONS =
      Set.copyOf(EnumSet.range(Question.FILE_FSYNC, Question.ADVISORY_LOCK_RELEASE));

  /** Of a snapshot that shows a lock between hosts. */
  public static final String SCHEMA = "symcc-filesystem-capability-v3";

  private static final String SCHEMA_ALL_LOCAL = "symcc-filesystem-capability-v1";
  private static final String SCHEMA_SOME_LOCAL = "symcc-filesystem-capability-v2";
  private static final String LOCAL_SCOPE = "same-host-subprocess-v1";

  private static final String ROOT = "root";
  private static final String PUBLICATION_ROOT = "publication_root";
  private static final String HEX = "_hex";

  /** Fields that stand there where they are needed only. */
  private static final Set<String> BYTES_OF_NAMES = Set.of(ROOT + HEX, PUBLICATION_ROOT + HEX);

  private static final QualifiedPlace NOWHERE = new QualifiedPlace("", Optional.empty(), 0, 0);
  private static final Capability NOTHING =
      new Capability(
          NOWHERE,
          NOWHERE,
          new MountFacts(0, "", "", "", "", "", List.of()),
          "",
          List.of(),
          Set.of(),
          Optional.empty());

  /** Longest snapshot, in bytes. */
  private static final int LIMIT = 1024 * 1024;

  private static final int TEXT_LIMIT = 4096;

  public Capability {
    required = List.copyOf(required);
    operations = Set.copyOf(operations);
  }

  /**
   * Of a root whose own member qualified it.
   *
   * @param local its verdict is qualified
   */
  public static Capability of(
      LocalReport local,
      QualifiedPlace root,
      QualifiedPlace publicationRoot,
      Optional<LockProof> lock) {
    Set<Question> asked = local.profile().required();
    EnumSet<Question> shown = EnumSet.noneOf(Question.class);
    for (Answer answer : local.answers()) {
      boolean counts = OPERATIONS.contains(answer.question()) && asked.contains(answer.question());
      if (counts && answer.verdict() instanceof Verdict.Qualified) {
        shown.add(answer.question());
      }
    }
    return new Capability(
        root,
        publicationRoot,
        local.mount(),
        local.profile().id(),
        Stream.of(Question.values()).filter(asked::contains).map(Question::id).toList(),
        shown,
        lock);
  }

  /** Canonical JSON, without a newline. */
  public byte[] bytes() {
    return CanonicalJson.bytes(toJson());
  }

  /** Exactly its fields; those in {@link #BYTES_OF_NAMES} only where a name is not UTF-8. */
  public JsonObject toJson() {
    Map<String, JsonValue> fields = new HashMap<>();
    fields.put("schema", new JsonString(schema()));
    fields.put(ROOT, new JsonString(root.path()));
    root.hex().ifPresent(hex -> fields.put(ROOT + HEX, new JsonString(hex)));
    fields.put("device", JsonNumber.of(root.device()));
    fields.put("filesystem_id", JsonNumber.of(root.fileSystemId()));
    fields.put(PUBLICATION_ROOT, new JsonString(publicationRoot.path()));
    publicationRoot.hex().ifPresent(hex -> fields.put(PUBLICATION_ROOT + HEX, new JsonString(hex)));
    fields.put("publication_device", JsonNumber.of(publicationRoot.device()));
    fields.put("publication_filesystem_id", JsonNumber.of(publicationRoot.fileSystemId()));
    fields.put("filesystem_type", new JsonString(mount.type()));
    fields.put("mount_point", new JsonString(mount.mountPoint()));
    fields.put("mount_source", new JsonString(mount.source()));
    fields.put("distributed_filesystem", literal(mount.isDistributed()));
    fields.put("requirement_profile", new JsonString(profile));
    fields.put("required_operations", texts(required));
    fields.put("probe_scope", new JsonString(lock.map(LockProof::scope).orElse(LOCAL_SCOPE)));
    for (Question operation : OPERATIONS) {
      boolean shown = operations.contains(operation);
      fields.put(operation.id(), shown ? JsonLiteral.TRUE : JsonLiteral.NULL);
    }
    fields.putAll(lock.orElse(LockProof.NONE).fields());
    return new JsonObject(fields);
  }

  /**
   * Reads the proof out of a snapshot that claims a lock between hosts, and checks it again.
   *
   * @throws JsonFormatException it is an older one, which shows nothing between hosts; one field is
   *     more or less; the counts are not those of a proof
   */
  public static LockProof readProof(byte[] snapshot) throws JsonFormatException {
    if (snapshot.length > LIMIT) {
      throw new JsonFormatException("longer than " + LIMIT + " bytes");
    }
    JsonObject object = StrictJson.readObject(snapshot);
    if (object.fields().get("schema") instanceof JsonString schema
        && Set.of(SCHEMA_ALL_LOCAL, SCHEMA_SOME_LOCAL).contains(schema.text())) {
      throw new JsonFormatException(
          schema.text() + " shows nothing between hosts; only " + SCHEMA + " does");
    }
    Stream<String> known = NOTHING.toJson().fields().keySet().stream();
    Stream<String> possible = BYTES_OF_NAMES.stream().filter(object.fields()::containsKey);
    Fields fields = Fields.exactly(object, Stream.concat(known, possible).toArray(String[]::new));
    fields.constant("schema", SCHEMA);
    for (String text : List.of(ROOT, "filesystem_type", "mount_point", "requirement_profile")) {
      fields.text(text, TEXT_LIMIT);
    }
    return LockProof.read(fields);
  }

  private String schema() {
    if (lock.isPresent()) {
      return SCHEMA;
    }
    return operations.containsAll(OPERATIONS) ? SCHEMA_ALL_LOCAL : SCHEMA_SOME_LOCAL;
  }

  private static JsonArray texts(List<String> texts) {
    return new JsonArray(texts.stream().<JsonValue>map(JsonString::new).toList());
  }

  private static JsonLiteral literal(boolean value) {
    return value ? JsonLiteral.TRUE : JsonLiteral.FALSE;
  }
}
