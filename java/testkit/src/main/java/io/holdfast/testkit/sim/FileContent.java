package io.holdfast.testkit.sim;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file at one moment. Immutable: a change answers a new content that shares every
 * sector it did not touch, so that keeping old ones is cheap and what changed is seen by identity.
 *
 * <p>Invariant: bytes behind the size are zero. A missing sector is a hole.
 */
final class FileContent {

  /** What a device writes whole or not at all. */
  static final int SECTOR = 512;

  static final FileContent EMPTY = new FileContent(0, new TreeMap<>());

  private static final int CHUNK_SECTORS = 64;
  private static final byte[] ZEROS = new byte[SECTOR];

  private final long size;
  private final SortedMap<Long, byte[] @Nullable []> chunks;

  private FileContent(long size, SortedMap<Long, byte[] @Nullable []> chunks) {
    this.size = size;
    this.chunks = chunks;
  }

  static long sectorsOf(long bytes) {
    return (bytes + SECTOR - 1) / SECTOR;
  }

  long size() {
    return size;
  }

  /** The sector, not to be changed; null for a hole. */
  byte @Nullable [] sector(long index) {
    byte[] @Nullable [] chunk = chunks.get(index / CHUNK_SECTORS);
    return chunk == null ? null : chunk[(int) (index % CHUNK_SECTORS)];
  }

  boolean isAllocated(long index) {
    return sector(index) != null;
  }

  long allocatedSectors() {
    return chunks.values().stream().mapToLong(FileContent::allocatedIn).sum();
  }

  private static long allocatedIn(byte[] @Nullable [] chunk) {
    long count = 0;
    for (byte[] sector : chunk) {
      count += sector == null ? 0 : 1;
    }
    return count;
  }

  /** As pread(2). */
  int read(long position, byte[] into, int offset, int length) {
    int count = (int) Math.max(0, Math.min(length, size - position));
    for (int done = 0; done < count; ) {
      long at = position + done;
      int inSector = (int) (at % SECTOR);
      int part = Math.min(count - done, SECTOR - inSector);
      byte[] sector = sector(at / SECTOR);
      System.arraycopy(sector == null ? ZEROS : sector, inSector, into, offset + done, part);
      done += part;
    }
    return count;
  }

  FileContent write(long position, byte[] from, int offset, int length) {
    Change change = new Change(this);
    for (int done = 0; done < length; ) {
      long at = position + done;
      int inSector = (int) (at % SECTOR);
      int part = Math.min(length - done, SECTOR - inSector);
      byte[] sector = change.copyOf(at / SECTOR);
      System.arraycopy(from, offset + done, sector, inSector, part);
      done += part;
    }
    return change.withSize(Math.max(size, position + length));
  }

  /** Cuts, or extends by a hole. */
  FileContent withSize(long newSize) {
    if (newSize >= size) {
      return new FileContent(newSize, chunks);
    }
    Change change = new Change(this);
    change.dropFrom(sectorsOf(newSize));
    int tail = (int) (newSize % SECTOR);
    if (tail != 0 && isAllocated(newSize / SECTOR)) {
      Arrays.fill(change.copyOf(newSize / SECTOR), tail, SECTOR, (byte) 0);
    }
    return change.withSize(newSize);
  }

  /** Fills the holes among these sectors with zeros. */
  FileContent allocate(long firstSector, long endSector) {
    Change change = new Change(this);
    for (long index = firstSector; index < endSector; index++) {
      if (!isAllocated(index)) {
        change.put(index, ZEROS);
      }
    }
    return change.withSize(size);
  }

  /** The same with another sector, null for a hole. */
  FileContent withSector(long index, byte @Nullable [] sector) {
    Change change = new Change(this);
    change.put(index, sector);
    return change.withSize(size);
  }

  /** The sectors that are not the very same in the other content, in order. */
  SortedMap<Long, byte @Nullable []> changedSince(FileContent older) {
    SortedMap<Long, byte @Nullable []> changed = new TreeMap<>();
    TreeSet<Long> keys = new TreeSet<>(chunks.keySet());
    keys.addAll(older.chunks.keySet());
    for (Long key : keys) {
      if (chunks.get(key) == older.chunks.get(key)) {
        continue;
      }
      for (long index = key * CHUNK_SECTORS; index < (key + 1) * CHUNK_SECTORS; index++) {
        if (sector(index) != older.sector(index)) {
          changed.put(index, sector(index));
        }
      }
    }
    return changed;
  }

  /** Whether two sectors read the same in their first bytes; null reads as zeros. */
  static boolean sameBytes(byte @Nullable [] a, byte @Nullable [] b, int bytes) {
    return Arrays.equals(a == null ? ZEROS : a, 0, bytes, b == null ? ZEROS : b, 0, bytes);
  }

  /** A content in the making; copies each chunk and sector once. */
  private static final class Change {

    private final SortedMap<Long, byte[] @Nullable []> chunks;
    private final Map<Long, byte[] @Nullable []> own = new TreeMap<>();

    Change(FileContent from) {
      chunks = new TreeMap<>(from.chunks);
    }

    byte[] copyOf(long index) {
      byte[] @Nullable [] chunk = ownChunk(index / CHUNK_SECTORS);
      int at = (int) (index % CHUNK_SECTORS);
      byte[] old = chunk[at];
      byte[] copy = old == null ? new byte[SECTOR] : old.clone();
      chunk[at] = copy;
      return copy;
    }

    void put(long index, byte @Nullable [] sector) {
      ownChunk(index / CHUNK_SECTORS)[(int) (index % CHUNK_SECTORS)] = sector;
    }

    void dropFrom(long firstSector) {
      long firstChunk = firstSector / CHUNK_SECTORS;
      chunks.tailMap(firstChunk + 1).clear();
      if (chunks.containsKey(firstChunk)) {
        int from = (int) (firstSector % CHUNK_SECTORS);
        Arrays.fill(ownChunk(firstChunk), from, CHUNK_SECTORS, null);
      }
    }

    FileContent withSize(long size) {
      return new FileContent(size, chunks);
    }

    private byte[] @Nullable [] ownChunk(long key) {
      byte[] @Nullable [] mine = own.get(key);
      if (mine == null) {
        byte[] @Nullable [] shared = chunks.get(key);
        mine = shared == null ? new byte[CHUNK_SECTORS][] : shared.clone();
        own.put(key, mine);
        chunks.put(key, mine);
      }
      return mine;
    }
  }
}
