package io.holdfast.campaign.ledger;

import io.holdfast.campaign.item.Contents;
import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.StrictJson;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads all ledgers of a campaign, again and again, each line once. One thread. */
public final class LedgerReader {

  private static final int MOST_AT_ONCE = 8 * 1024 * 1024;

  private final Posix posix;
  private final Dir ledgers;
  private final SortedMap<String, Long> positions = new TreeMap<>();
  private final SortedMap<String, List<LedgerLine>> lines = new TreeMap<>();

  public LedgerReader(Posix posix, Dir ledgers) {
    this.posix = posix;
    this.ledgers = ledgers;
  }

  /** Every line so far, by ledger, in its order. */
  public SortedMap<String, List<LedgerLine>> lines() {
    return lines;
  }

  /**
   * Reads what has come. A last line without an end is left for the next time; one that never gets
   * an end is no line.
   *
   * @return the new lines, of all ledgers
   * @throws JsonFormatException a whole line is none, or a ledger no file; its ledger is named
   */
  public List<LedgerLine> readOn() throws PosixException, JsonFormatException {
    List<LedgerLine> news = new ArrayList<>();
    for (String name : DirectoryEntries.names(posix, ledgers.fd())) {
      if (name.endsWith(Ledger.SUFFIX)) {
        news.addAll(readOn(name));
      }
    }
    return news;
  }

  private List<LedgerLine> readOn(String name) throws PosixException, JsonFormatException {
    List<LedgerLine> all = lines.computeIfAbsent(name, any -> new ArrayList<>());
    List<LedgerLine> news = new ArrayList<>();
    long position = positions.getOrDefault(name, 0L);
    for (; ; ) {
      byte[] bytes = read(name, position);
      int from = 0;
      for (int at = 0; at < bytes.length; at++) {
        if (bytes[at] == '\n') {
          news.add(line(name, Arrays.copyOfRange(bytes, from, at)));
          from = at + 1;
        }
      }
      if (bytes.length - from > StrictJson.DOCUMENT_LIMIT) {
        throw broken(name, new JsonFormatException("has a line that does not end"));
      }
      position += from;
      if (from == 0 || bytes.length < MOST_AT_ONCE) {
        break;
      }
    }
    positions.put(name, position);
    all.addAll(news);
    return news;
  }

  private byte[] read(String name, long position) throws PosixException, JsonFormatException {
    try {
      return Contents.readFrom(posix, ledgers, Name.of(name), position, MOST_AT_ONCE);
    } catch (JsonFormatException e) {
      throw broken(name, e);
    }
  }

  private static LedgerLine line(String name, byte[] line) throws JsonFormatException {
    try {
      return LedgerLine.of(line);
    } catch (JsonFormatException e) {
      throw broken(name, e);
    }
  }

  private static JsonFormatException broken(String name, JsonFormatException reason) {
    return new JsonFormatException("the ledger " + name + " " + reason.getMessage());
  }
}
