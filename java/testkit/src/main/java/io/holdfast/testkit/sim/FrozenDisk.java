package io.holdfast.testkit.sim;

import io.holdfast.posix.RawPath;
import io.holdfast.testkit.FakeHostIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A volume at one moment, immutable: what is durable, and what else may have become so. */
final class FrozenDisk {

  private static final RawPath ROOT = RawPath.of("/");

  private final SimCapabilities capabilities;
  private final SimClock clock;
  private final FakeHostIdentity host;
  private final long nextIno;
  private final Directory root;
  private final List<Change> changes;

  private FrozenDisk(Volume volume, FakeHostIdentity host, Directory root, List<Change> changes) {
    this.capabilities = volume.capabilities();
    this.clock = volume.clock().copy();
    this.host = host;
    this.nextIno = volume.nextIno();
    this.root = root;
    this.changes = List.copyOf(changes);
  }

  /** An inode and everything that it may be; content is null for what is not a regular file. */
  static class Inode {
    final SimInode original;
    final Versions<Attributes> attributes = new Versions<>(Attributes::equals);
    final @Nullable SurvivingContent content;
    final long[] times;

    Inode(SimInode original) {
      this.original = original;
      original.survivingAttributes().forEach(attributes::add);
      attributes.add(original.attributes());
      content = original instanceof SimFile file ? file.survivingContent() : null;
      times = new long[] {original.atimeNanos(), original.mtimeNanos(), original.ctimeNanos()};
    }

    long countOutcomes() {
      return SurvivingContent.saturatedProduct(
          attributes.count(), content == null ? 1 : content.count());
    }

    String subject(RawPath name) {
      return name + " (inode " + original.ino() + ")";
    }
  }

  /** A directory and its durable names. */
  static final class Directory extends Inode {
    private final Map<RawPath, Inode> durableNames = new LinkedHashMap<>();

    Directory(SimDirectory original) {
      super(original);
    }

    Map<RawPath, Inode> durableNames() {
      return durableNames;
    }
  }

  /** Half of a change of names; after is null where the name goes away. */
  record Half(Directory directory, RawPath name, @Nullable Inode after) {}

  /**
   * An un-synced change of names.
   *
   * @param needs places, in the list of changes, of those it builds on
   */
  record Change(String description, List<Half> halves, List<Integer> needs) {}

  List<Change> changes() {
    return changes;
  }

  static FrozenDisk freeze(Volume volume, FakeHostIdentity host) {
    Freezer freezer = new Freezer();
    Directory root = (Directory) freezer.freeze(volume.root());
    List<Change> changes = freezer.freeze(volume.journal().pending());
    return new FrozenDisk(volume, host, root, changes);
  }

  /** How many outcomes there are once the names are decided, at most {@link Long#MAX_VALUE}. */
  long countOutcomes(Map<Directory, Map<RawPath, Inode>> names) {
    Map<Inode, Inode> seen = new HashMap<>();
    return countOutcomes(root, names, seen);
  }

  private static long countOutcomes(
      Inode inode, Map<Directory, Map<RawPath, Inode>> names, Map<Inode, Inode> seen) {
    if (seen.put(inode, inode) != null) {
      return 1;
    }
    long product = inode.countOutcomes();
    if (inode instanceof Directory directory) {
      for (Inode below : namesOf(directory, names).values()) {
        product = SurvivingContent.saturatedProduct(product, countOutcomes(below, names, seen));
      }
    }
    return product;
  }

  private static Map<RawPath, Inode> namesOf(
      Directory directory, Map<Directory, Map<RawPath, Inode>> names) {
    return names.getOrDefault(directory, directory.durableNames);
  }

  /** A disk on which these names and the chosen versions are all there is, and durable. */
  SimDisk thaw(Map<Directory, Map<RawPath, Inode>> names, Choices choices) {
    Attributes rootAttributes =
        root.attributes.choose(choices, () -> root.subject(ROOT) + " attributes");
    Volume volume = new Volume(capabilities, clock.copy(), rootAttributes, root.original.ino());
    Thaw thaw = new Thaw(volume, names, choices);
    thaw.fill(volume.root(), root);
    volume.continueInodesFrom(nextIno);
    return new SimDisk(volume, host.rebooted());
  }

  /** Copies every inode that a crash may bring to light. */
  private static final class Freezer {
    private final Map<SimInode, Inode> done = new HashMap<>();

    Inode freeze(SimInode inode) {
      Inode known = done.get(inode);
      if (known != null) {
        return known;
      }
      if (!(inode instanceof SimDirectory directory)) {
        Inode frozen = new Inode(inode);
        done.put(inode, frozen);
        return frozen;
      }
      Directory frozen = new Directory(directory);
      done.put(inode, frozen);
      directory
          .durableNames()
          .forEach((name, below) -> frozen.durableNames.put(name, freeze(below)));
      return frozen;
    }

    List<Change> freeze(List<NameChange> pending) {
      Map<NameChange, Integer> places = new HashMap<>();
      List<Change> changes = new ArrayList<>();
      for (NameChange change : pending) {
        List<Half> halves = change.halves().stream().map(this::freeze).toList();
        List<Integer> needs = change.needs().stream().map(places::get).toList();
        places.put(change, changes.size());
        changes.add(new Change(change.toString(), halves, needs));
      }
      return changes;
    }

    private Half freeze(NameChange.Half half) {
      SimInode after = half.after();
      return new Half(
          (Directory) freeze(half.directory()), half.name(), after == null ? null : freeze(after));
    }
  }

  /** Builds one surviving tree. */
  private static final class Thaw {
    private final Volume volume;
    private final Map<Directory, Map<RawPath, Inode>> names;
    private final Choices choices;
    private final Map<Inode, SimInode> made = new HashMap<>();

    Thaw(Volume volume, Map<Directory, Map<RawPath, Inode>> names, Choices choices) {
      this.volume = volume;
      this.names = names;
      this.choices = choices;
    }

    /** A directory that is found under a second name keeps the first: it has one place. */
    void fill(SimDirectory directory, Directory frozen) {
      made.put(frozen, directory);
      namesOf(frozen, names)
          .forEach(
              (name, below) -> {
                SimInode known = made.get(below);
                if (!(known instanceof SimDirectory)) {
                  put(directory, name, known == null ? make(below, directory, name) : known);
                }
              });
      directory.setTimes(frozen.times[0], frozen.times[1], frozen.times[2]);
    }

    private void put(SimDirectory directory, RawPath name, SimInode inode) {
      directory.put(name, inode, volume.now());
      directory.putDurable(name, inode);
      long changed = inode.ctimeNanos();
      inode.nameAdded(changed);
    }

    private SimInode make(Inode frozen, SimDirectory parent, RawPath name) {
      SimInode old = frozen.original;
      Attributes attributes =
          frozen.attributes.choose(choices, () -> frozen.subject(name) + " attributes");
      if (frozen instanceof Directory directory) {
        SimDirectory inode = new SimDirectory(old.ino(), attributes, old.birthNanos(), parent);
        volume.adopt(inode);
        fill(inode, directory);
        return inode;
      }
      SimInode inode = makeLeaf(frozen, attributes, name);
      inode.setTimes(frozen.times[0], frozen.times[1], frozen.times[2]);
      volume.adopt(inode);
      made.put(frozen, inode);
      return inode;
    }

    private SimInode makeLeaf(Inode frozen, Attributes attributes, RawPath name) {
      SimInode old = frozen.original;
      if (frozen.content != null) {
        FileContent content = frozen.content.choose(choices, frozen.subject(name));
        return new SimFile(old.ino(), attributes, old.birthNanos(), content);
      }
      return old instanceof SimSymlink link
          ? new SimSymlink(old.ino(), attributes, old.birthNanos(), link.target())
          : new SimWhiteout(old.ino(), attributes, old.birthNanos());
    }
  }
}
