package io.holdfast.lab.crash;

import io.holdfast.lab.crash.CrashLog.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The durability that POSIX promises and no more, for the log of holdfast-strict-memory-fs.
 *
 * <p>Items of a crash are, in this order: every change of names that no fsync of a directory
 * covered, in the order in which they were made, a rename being one change with both its halves;
 * then for every file with data that no fsync of it covered its size and each sector of {@value
 * #SECTOR} bytes.
 */
final class StrictMemory implements CrashItems, RecordedStorage {

  static final int SECTOR = 512;

  private static final long ROOT = 1;

  /** A name that leads to an inode, or to nothing. */
  private record Edit(long directory, String name, @Nullable Long inode) {}

  private static final class FileData {
    byte[] written = new byte[0];
    byte[] durable = new byte[0];
    final TreeSet<Integer> dirtySectors = new TreeSet<>();

    boolean isResized() {
      return written.length != durable.length;
    }

    int items() {
      return dirtySectors.size() + (isResized() ? 1 : 0);
    }
  }

  private final CrashLog log;
  private final String root;
  private final Map<Long, Map<String, Long>> directories = new HashMap<>();
  private final TreeMap<Long, FileData> files = new TreeMap<>();
  private final List<List<Edit>> uncovered = new ArrayList<>();
  private int next;
  private int covered;

  private record Outcome(int records, BitSet kept) {}

  /**
   * @param root the tested directory, a name in the file system's root
   */
  StrictMemory(CrashLog log, String root) {
    this.log = log;
    this.root = root;
    directories.put(ROOT, new HashMap<>());
  }

  @Override
  public int advanceTo(int records) {
    for (; next < records; next++) {
      take(log.entry(next));
    }
    return uncovered.size() + files.values().stream().mapToInt(FileData::items).sum();
  }

  /** Where nothing is kept, only a barrier changes what is left. */
  @Override
  public Object outcome(BitSet kept) {
    return new Outcome(kept.isEmpty() ? covered : next, kept);
  }

  private void take(Entry entry) {
    switch (entry.kind()) {
      case CREATE -> {
        files.put(entry.b(), new FileData());
        change(new Edit(entry.a(), log.text(entry), entry.b()));
      }
      case MKDIR -> {
        directories.put(entry.b(), new HashMap<>());
        change(new Edit(entry.a(), log.text(entry), entry.b()));
      }
      case LINK -> change(new Edit(entry.a(), log.text(entry), entry.b()));
      case UNLINK -> change(new Edit(entry.a(), log.text(entry), null));
      case RENAME -> rename(entry);
      case DATA -> write(file(entry.a()), Math.toIntExact(entry.b()), log.bytes(entry));
      case SIZE -> resize(file(entry.a()), Math.toIntExact(entry.b()));
      case FSYNC -> cover(file(entry.a()));
      case FSYNCDIR -> coverNames(entry.a());
      case SETXATTR, MARK -> {}
      default -> throw new IllegalArgumentException("not of a file system: " + entry.kind());
    }
  }

  // ---- names

  private void change(Edit... edits) {
    uncovered.add(List.of(edits));
  }

  private void rename(Entry entry) {
    String[] names = log.text(entry).split("\0", -1);
    Long moved = current(entry.a()).get(names[0]);
    change(new Edit(entry.a(), names[0], null), new Edit(entry.b(), names[1], moved));
  }

  /** The names of a directory as processes see them. */
  private Map<String, Long> current(long directory) {
    Map<String, Long> names = new HashMap<>(directories.getOrDefault(directory, Map.of()));
    for (List<Edit> change : uncovered) {
      for (Edit edit : change) {
        if (edit.directory() == directory) {
          apply(edit, names);
        }
      }
    }
    return names;
  }

  private static void apply(Edit edit, Map<String, Long> names) {
    if (edit.inode() == null) {
      names.remove(edit.name());
    } else {
      names.put(edit.name(), edit.inode());
    }
  }

  private void coverNames(long directory) {
    covered = next;
    uncovered.removeIf(
        change -> {
          boolean covered = change.stream().anyMatch(edit -> edit.directory() == directory);
          if (covered) {
            change.forEach(edit -> apply(edit, namesOf(directories, edit.directory())));
          }
          return covered;
        });
  }

  private static Map<String, Long> namesOf(Map<Long, Map<String, Long>> tree, long directory) {
    return tree.computeIfAbsent(directory, any -> new HashMap<>());
  }

  // ---- data

  private FileData file(long inode) {
    return files.computeIfAbsent(inode, any -> new FileData());
  }

  private static void write(FileData file, int offset, byte[] bytes) {
    int end = offset + bytes.length;
    if (end > file.written.length) {
      resize(file, end);
    }
    System.arraycopy(bytes, 0, file.written, offset, bytes.length);
    markDirty(file, offset, end);
  }

  private static void resize(FileData file, int size) {
    int old = file.written.length;
    file.written = Arrays.copyOf(file.written, size);
    markDirty(file, Math.min(old, size), Math.max(old, size));
  }

  private static void markDirty(FileData file, int from, int to) {
    for (int sector = from / SECTOR; sector * SECTOR < to; sector++) {
      file.dirtySectors.add(sector);
    }
  }

  private void cover(FileData file) {
    covered = next;
    file.durable = file.written.clone();
    file.dirtySectors.clear();
  }

  // ---- a crash

  @Override
  public Remains remains(int records, BitSet kept) {
    advanceTo(records);
    Map<Long, Map<String, Long>> tree = new HashMap<>();
    directories.forEach((inode, names) -> tree.put(inode, new HashMap<>(names)));
    int item = 0;
    for (List<Edit> change : uncovered) {
      if (kept.get(item++)) {
        change.forEach(edit -> apply(edit, namesOf(tree, edit.directory())));
      }
    }
    Map<Long, byte[]> data = new HashMap<>();
    for (Map.Entry<Long, FileData> file : files.entrySet()) {
      data.put(
          file.getKey(), left(file.getValue(), kept.get(item, item + file.getValue().items())));
      item += file.getValue().items();
    }
    return new Left(tree, data);
  }

  private static byte[] left(FileData file, BitSet kept) {
    int item = 0;
    int size = file.durable.length;
    if (file.isResized() && kept.get(item++)) {
      size = file.written.length;
    }
    byte[] left = Arrays.copyOf(file.durable, size);
    for (int sector : file.dirtySectors) {
      int from = sector * SECTOR;
      int to = Math.min(from + SECTOR, Math.min(size, file.written.length));
      if (kept.get(item++) && from < to) {
        System.arraycopy(file.written, from, left, from, to - from);
      }
    }
    return left;
  }

  @Override
  public void close() {}

  private final class Left implements Remains {

    private final Map<Long, Map<String, Long>> tree;
    private final Map<Long, byte[]> data;

    Left(Map<Long, Map<String, Long>> tree, Map<Long, byte[]> data) {
      this.tree = tree;
      this.data = data;
    }

    @Override
    public byte @Nullable [] read(String path) {
      int slash = path.lastIndexOf('/');
      Long inode = namesIn(path.substring(0, slash)).get(path.substring(slash + 1));
      return inode == null ? null : data.get(inode);
    }

    @Override
    public Collection<String> names(String directory) {
      return namesIn(directory).keySet();
    }

    private Map<String, Long> namesIn(String directory) {
      Map<String, Long> names = tree.getOrDefault(ROOT, Map.of());
      for (String name : (root + "/" + directory).split("/", -1)) {
        Long inode = names.get(name);
        names = inode == null ? Map.of() : tree.getOrDefault(inode, Map.of());
      }
      return names;
    }
  }
}
