package io.holdfast.campaign.item;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.json.JsonFormatException;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.result.ContentHash;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is public in a campaign, as one reader has seen it so far. One thread. */
public final class Corpus {

  private static final int CONTENT_LIMIT = 1024 * 1024;

  private final Posix posix;
  private final Dir publicRoot;
  private final Set<String> seen = new HashSet<>();

  Corpus(Posix posix, Dir publicRoot) {
    this.posix = posix;
    this.publicRoot = publicRoot;
  }

  /** One content. */
  public sealed interface Entry {

    /** Something to be worked on. */
    record ToDo(ContentHash name, Input input) implements Entry {}

    /** What came of an input. */
    record Done(ContentHash name, Outcome outcome) implements Entry {}

    /** Something that does not belong here; nobody touches it. */
    record Foreign(String name, String reason) implements Entry {}
  }

  /** What has come since the last call. */
  public List<Entry> news() throws PosixException {
    List<Entry> news = new ArrayList<>();
    for (String name : DirectoryEntries.names(posix, publicRoot.fd())) {
      if (seen.add(name)) {
        news.add(look(name));
      }
    }
    return news;
  }

  private Entry look(String name) throws PosixException {
    if (!ContentHash.isOne(name)) {
      return new Entry.Foreign(name, "its name is no digest");
    }
    ContentHash hash = new ContentHash(name);
    try {
      byte[] content = read(hash);
      if (!ContentHash.of(content).equals(hash)) {
        return new Entry.Foreign(name, "its name is not its digest");
      }
      JsonFields fields = JsonFields.of(content);
      return fields.text("schema").equals(Outcome.SCHEMA)
          ? new Entry.Done(hash, Outcome.of(fields))
          : new Entry.ToDo(hash, Input.of(fields.requireSchema(Input.SCHEMA)));
    } catch (JsonFormatException e) {
      return new Entry.Foreign(name, String.valueOf(e.getMessage()));
    }
  }

  /**
   * One input, for whoever works on it.
   *
   * @throws JsonFormatException it is none, or not the one of this name
   */
  public Input input(ContentHash name) throws PosixException, JsonFormatException {
    byte[] content = read(name);
    if (!ContentHash.of(content).equals(name)) {
      throw new JsonFormatException("is not the content of its name: " + name);
    }
    return Input.of(JsonFields.of(content).requireSchema(Input.SCHEMA));
  }

  private byte[] read(ContentHash name) throws PosixException, JsonFormatException {
    return Contents.read(posix, publicRoot, Name.of(name.hex()), CONTENT_LIMIT);
  }
}
