package io.holdfast.testkit.sim;

import io.holdfast.posix.Flags;
import java.util.ArrayList;
import java.util.List;

/**
 * A regular file: its visible content, what of it is durable, and every content that it had in
 * between, since write-back may have happened at any time.
 */
final class SimFile extends SimInode {

  /** Most contents that are kept between two barriers; the oldest ones are forgotten. */
  static final int VERSION_LIMIT = 64;

  private final List<FileContent> unsynced = new ArrayList<>();
  private FileContent content;
  private FileContent clean;
  private FileContent durable;

  SimFile(long ino, Attributes attributes, long nowNanos, FileContent content) {
    super(ino, attributes, nowNanos);
    this.content = content;
    this.clean = content;
    this.durable = content;
  }

  @Override
  int type() {
    return Flags.S_IFREG;
  }

  @Override
  long size() {
    return content.size();
  }

  @Override
  long allocatedSectors() {
    return content.allocatedSectors();
  }

  FileContent content() {
    return content;
  }

  void setContent(FileContent changed, long nowNanos) {
    content = changed;
    if (unsynced.size() == VERSION_LIMIT) {
      unsynced.remove(0);
    }
    unsynced.add(changed);
    contentChanged(nowNanos);
  }

  /** Everything that the content may be after a crash. */
  SurvivingContent survivingContent() {
    return new SurvivingContent(durable, clean, List.copyOf(unsynced));
  }

  @Override
  void sync() {
    super.sync();
    syncData();
  }

  @Override
  void syncData() {
    durable = clean == durable ? content : patched(durable);
    clean = content;
    unsynced.clear();
  }

  @Override
  void loseWriteback() {
    super.loseWriteback();
    clean = content;
    unsynced.clear();
  }

  /** After a failed write-back only what changed since then reaches the device. */
  private FileContent patched(FileContent target) {
    FileContent result = target.withSize(content.size());
    for (var changed : content.changedSince(clean).entrySet()) {
      result = result.withSector(changed.getKey(), changed.getValue());
    }
    return result;
  }
}
