package io.holdfast.testkit.sim;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a file's content may be after a crash: any size that it had since the last
 * barrier, and under it each un-synced sector in any version that it had, independently.
 */
final class SurvivingContent {

  private final FileContent durable;
  private final Versions<Long> sizes = new Versions<>(Long::equals);
  private final SortedMap<Long, Versions<Sector>> sectors = new TreeMap<>();

  /** A sector's bytes; null for a hole. */
  private static final class Sector {
    private final byte @Nullable [] bytes;

    Sector(byte @Nullable [] bytes) {
      this.bytes = bytes;
    }

    boolean reads(Sector other, int count) {
      return FileContent.sameBytes(bytes, other.bytes, count);
    }
  }

  /**
   * From a file's history.
   *
   * @param clean what the cache believes to be durable
   * @param unsynced every content since, the visible one last
   */
  SurvivingContent(FileContent durable, FileContent clean, List<FileContent> unsynced) {
    this.durable = durable;
    sizes.add(durable.size());
    FileContent before = clean;
    for (FileContent version : unsynced) {
      sizes.add(version.size());
      version
          .changedSince(before)
          .forEach((index, bytes) -> versionsOf(index).add(new Sector(bytes)));
      before = version;
    }
  }

  private Versions<Sector> versionsOf(long index) {
    return sectors.computeIfAbsent(
        index,
        key ->
            new Versions<Sector>((a, b) -> a.reads(b, FileContent.SECTOR))
                .add(new Sector(durable.sector(key))));
  }

  FileContent choose(Choices choices, String subject) {
    long size = sizes.choose(choices, () -> subject + " size");
    FileContent content = durable.withSize(size);
    for (var entry : sectors.headMap(FileContent.sectorsOf(size)).entrySet()) {
      long index = entry.getKey();
      Sector chosen =
          cut(entry.getValue(), bytesIn(index, size))
              .choose(choices, () -> subject + " sector " + index);
      content = content.withSector(index, chosen.bytes);
    }
    return content.size() % FileContent.SECTOR == 0 ? content : zeroTailed(content);
  }

  /** How many outcomes there are, at most {@link Long#MAX_VALUE}. */
  long count() {
    long sum = 0;
    for (long size : sizes.all()) {
      long product = 1;
      for (var entry : sectors.headMap(FileContent.sectorsOf(size)).entrySet()) {
        int versions = cut(entry.getValue(), bytesIn(entry.getKey(), size)).count();
        product = saturatedProduct(product, versions);
      }
      sum = sum > Long.MAX_VALUE - product ? Long.MAX_VALUE : sum + product;
    }
    return sum;
  }

  static long saturatedProduct(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }

  private static int bytesIn(long sector, long size) {
    return (int) Math.min(FileContent.SECTOR, size - sector * FileContent.SECTOR);
  }

  /** The versions that differ in their first bytes. */
  private static Versions<Sector> cut(Versions<Sector> whole, int bytes) {
    if (bytes == FileContent.SECTOR) {
      return whole;
    }
    Versions<Sector> versions = new Versions<>((a, b) -> a.reads(b, bytes));
    whole.all().forEach(versions::add);
    return versions.add(whole.newestVersion());
  }

  /** Keeps the invariant that nothing lies behind the end. */
  private static FileContent zeroTailed(FileContent content) {
    return content.withSize(content.size() + 1).withSize(content.size());
  }
}
