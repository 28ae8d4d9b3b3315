package io.holdfast.testkit.proof;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Durable.Move;
import io.holdfast.durable.Durable.Publication;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The verbs of one process, each entered in a {@link Ledger} before it begins and when it has told
 * what became of it. Paths are {@code directory/name}.
 */
final class Verbs implements AutoCloseable {

  /** Answers whether it changed anything; what else it may tell, it throws. */
  private interface Verb {
    boolean run() throws PosixException, DurabilityUnknownException, PoisonedException;
  }

  private record Change(String unit, Claim next) {}

  private final Posix plain;
  private final RawPath path;
  private final Durable durable;
  private final Ledger ledger;
  private final Dir root;
  private final Map<String, Dir> directories = new LinkedHashMap<>();

  /**
   * Opens the directories.
   *
   * @param plain opens them and looks, past every fault
   * @param path the directory that the directories are in
   */
  Verbs(Posix plain, RawPath path, Durable durable, Ledger ledger, List<String> directories)
      throws PosixException {
    this.plain = plain;
    this.path = path;
    this.durable = durable;
    this.ledger = ledger;
    this.root = Dir.open(plain, path);
    for (String name : directories) {
      this.directories.put(name, root.openChild(Name.of(name)));
    }
  }

  void replace(String at, int version) {
    replaceIn(at, at, version);
  }

  /** Of a name in a unit that may have others, which stay as they are. */
  void replaceIn(String unit, String at, int version) {
    String content = Content.of(at, version);
    Map<String, String> files = new LinkedHashMap<>(ledger.partOf(unit, found()));
    files.put(at, content);
    perform(
        List.of(new Change(unit, Claim.exactly(files))),
        () -> {
          durable.replace(dir(at), name(at), Content.bytes(content));
          return true;
        });
  }

  /** Of a name that is absent; one that is there is left alone. */
  void publish(String at, int version) {
    String content = Content.of(at, version);
    boolean taken = found().containsKey(at);
    perform(
        List.of(new Change(at, taken ? seen(at) : Claim.exactly(Map.of(at, content)))),
        () -> durable.publish(dir(at), name(at), Content.bytes(content)) == Publication.CREATED);
  }

  void remove(String at) {
    perform(
        List.of(new Change(at, Claim.exactly(Map.of()))),
        () -> {
          durable.remove(dir(at), name(at));
          return true;
        });
  }

  /** The unit of both names is the one of the new name. */
  void promote(String from, String to) {
    perform(
        List.of(new Change(to, moved(from, to))),
        () -> {
          durable.promote(dir(from), name(from), dir(to), name(to));
          return true;
        });
  }

  /** As {@link #promote}; where the new name is taken nothing changes. */
  void renameNoReplace(String from, String to) {
    boolean taken = found().containsKey(to);
    perform(
        List.of(new Change(to, taken ? seen(to) : moved(from, to))),
        () -> durable.renameNoReplace(dir(from), name(from), dir(to), name(to)) == Move.DONE);
  }

  /** Each path in one batch; the error of one leaves the others decided. */
  void batch(List<String> paths, int version) {
    List<Change> changes =
        paths.stream()
            .map(at -> new Change(at, Claim.exactly(Map.of(at, Content.of(at, version)))))
            .toList();
    perform(
        changes,
        () -> {
          try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
            for (String at : paths) {
              batch.replace(dir(at), name(at), Content.bytes(Content.of(at, version)));
              if (at.endsWith("early")) {
                batch.move();
              }
            }
            batch.flush();
            return true;
          }
        });
  }

  void makeDirs(String unit, List<String> components) {
    Map<String, String> made = new LinkedHashMap<>();
    String at = "";
    for (String component : components) {
      at = at.isEmpty() ? component : at + "/" + component;
      made.put(at, Content.DIRECTORY);
    }
    ledger.attempt(unit, Claim.partOf(made));
    perform(
        List.of(new Change(unit, Claim.exactly(made))),
        () -> {
          durable.makeDirs(root, components.stream().map(Name::of).toList());
          return true;
        });
  }

  /** Piece by piece until it is gone. */
  void removeTree(String unit, String tree, int budget) {
    ledger.attempt(unit, Claim.partOf(ledger.partOf(unit, found())));
    perform(
        List.of(new Change(unit, Claim.exactly(Map.of()))),
        () -> {
          boolean complete;
          do {
            complete = durable.removeTree(root, Name.of(tree), budget, () -> true).complete();
          } while (!complete);
          return true;
        });
  }

  private void perform(List<Change> changes, Verb verb) {
    changes.forEach(change -> ledger.attempt(change.unit(), change.next()));
    try {
      boolean changed = verb.run();
      changes.forEach(change -> enter(change.unit(), changed));
    } catch (PoisonedException e) {
      changes.forEach(change -> ledger.refuse(change.unit()));
    } catch (PosixException e) {
      settle(changes);
    } catch (DurabilityUnknownException e) {
      // Neither success nor failure: what was attempted and what was there before may be found.
    }
  }

  private void enter(String unit, boolean changed) {
    if (changed) {
      ledger.acknowledge(unit);
    } else {
      ledger.refuse(unit);
    }
  }

  /**
   * After a refusal nothing is under way. One change: the old state, and nothing else. A batch:
   * each record as it can be seen now, for those before the one that failed were made durable. A
   * tree: what was removed may come back.
   */
  private void settle(List<Change> changes) {
    boolean isPartly = changes.size() == 1 && changes.get(0).unit().startsWith("tree");
    if (isPartly) {
      return;
    }
    if (changes.size() == 1) {
      ledger.refuse(changes.get(0).unit());
      return;
    }
    Map<String, String> now = found();
    for (Change change : changes) {
      ledger.settle(change.unit(), Claim.exactly(ledger.partOf(change.unit(), now)));
    }
  }

  private Claim seen(String unit) {
    return Claim.exactly(ledger.partOf(unit, found()));
  }

  private Claim moved(String from, String to) {
    Map<String, String> files = new LinkedHashMap<>(ledger.partOf(to, found()));
    String content = files.remove(from);
    if (content != null) {
      files.put(to, content);
    }
    return Claim.exactly(files);
  }

  private Map<String, String> found() {
    return Tree.read(plain, path);
  }

  private Dir dir(String at) {
    Dir dir = directories.get(at.substring(0, at.indexOf('/')));
    if (dir == null) {
      throw new IllegalArgumentException("no directory of " + at);
    }
    return dir;
  }

  private static Name name(String at) {
    return Name.of(at.substring(at.indexOf('/') + 1));
  }

  @Override
  public void close() {
    List<Dir> all = new ArrayList<>(directories.values());
    Stream.concat(all.stream(), Stream.of(root)).forEach(Dir::close);
    durable.close();
  }
}
