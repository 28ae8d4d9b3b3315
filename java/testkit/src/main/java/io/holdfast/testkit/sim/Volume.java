package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.testkit.contract.Feature;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What all processes of a disk share: inodes, names, space, barriers. One lock guards everything;
 * whoever waits for a file lock waits on its condition.
 */
final class Volume {

  private final ReentrantLock mutex = new ReentrantLock();
  private final Condition locksChanged = mutex.newCondition();
  private final NameJournal journal = new NameJournal();
  private final LockTable locks = new LockTable(locksChanged);
  private final Set<SimInode> dirty = new HashSet<>();
  private final SimClock clock;
  private final SimDirectory root;
  private SimCapabilities capabilities;
  private @Nullable Errno nextSyncFails;
  private long nextIno;
  private long usedInodes;
  private long usedSectors;
  private long changes;

  /** An empty volume whose root belongs to uid 0. */
  Volume(SimCapabilities capabilities, SimClock clock) {
    this(capabilities, clock, Attributes.of(0755, 0, 0), 2);
  }

  /** A volume that goes on counting inodes. */
  Volume(SimCapabilities capabilities, SimClock clock, Attributes rootAttributes, long rootIno) {
    this.capabilities = capabilities;
    this.clock = clock;
    this.root = new SimDirectory(rootIno, rootAttributes, clock.realtimeNanos(), null);
    root.nameAdded(clock.realtimeNanos());
    nextIno = rootIno + 1;
    usedInodes = 1;
  }

  ReentrantLock mutex() {
    return mutex;
  }

  SimClock clock() {
    return clock;
  }

  long now() {
    return clock.realtimeNanos();
  }

  SimDirectory root() {
    return root;
  }

  LockTable locks() {
    return locks;
  }

  NameJournal journal() {
    return journal;
  }

  SimCapabilities capabilities() {
    return capabilities;
  }

  void setCapabilities(SimCapabilities changed) {
    capabilities = changed;
  }

  boolean has(Feature feature) {
    return capabilities.has(feature);
  }

  void requireWritable() {
    Refusal.when(capabilities.readOnly(), Errno.EROFS);
  }

  /** How many changes and barriers there were; equal numbers mean that nothing happened. */
  long changes() {
    return changes;
  }

  long nextIno() {
    return nextIno;
  }

  void continueInodesFrom(long ino) {
    nextIno = Math.max(nextIno, ino);
  }

  // ---- inodes

  SimFile newFile(Attributes attributes) {
    return new SimFile(takeIno(), attributes, now(), FileContent.EMPTY);
  }

  SimDirectory newDirectory(Attributes attributes, SimDirectory parent) {
    return new SimDirectory(takeIno(), attributes, now(), parent);
  }

  SimSymlink newSymlink(Attributes attributes, byte[] target) {
    return new SimSymlink(takeIno(), attributes, now(), target);
  }

  SimWhiteout newWhiteout(Attributes attributes) {
    return new SimWhiteout(takeIno(), attributes, now());
  }

  private long takeIno() {
    Refusal.when(usedInodes >= capabilities.inodes(), Errno.ENOSPC);
    usedInodes++;
    return nextIno++;
  }

  /** Counts an inode that came out of a crash. */
  void adopt(SimInode inode) {
    usedInodes++;
    usedSectors += inode.allocatedSectors();
  }

  void opened(SimInode inode) {
    inode.opened();
  }

  void closed(SimInode inode) {
    inode.closed();
    releaseIfGone(inode);
  }

  private void releaseIfGone(SimInode inode) {
    if (inode.isGone()) {
      usedInodes--;
      usedSectors -= inode.allocatedSectors();
      dirty.remove(inode);
    }
  }

  // ---- space

  long usedInodes() {
    return usedInodes;
  }

  long usedSectors() {
    return usedSectors;
  }

  long totalSectors() {
    return capabilities.spaceBytes() / FileContent.SECTOR;
  }

  long freeSectors() {
    return Math.max(0, totalSectors() - usedSectors);
  }

  // ---- changes

  void setContent(SimFile file, FileContent content) {
    changes++;
    usedSectors += content.allocatedSectors() - file.allocatedSectors();
    file.setContent(content, now());
    dirty.add(file);
  }

  void setAttributes(SimInode inode, Attributes attributes) {
    changes++;
    inode.setAttributes(attributes, now());
    dirty.add(inode);
  }

  /** One change of names, seen at once and durable after a barrier. */
  void changeNames(String description, NameChange.Half... halves) {
    changes++;
    SimInode[] before = new SimInode[halves.length];
    for (int i = 0; i < halves.length; i++) {
      NameChange.Half half = halves[i];
      SimInode after = half.after();
      before[i] = half.directory().put(half.name(), after, now());
      if (before[i] != null) {
        before[i].nameRemoved(now());
      }
      if (after != null) {
        after.nameAdded(now());
      }
      if (after instanceof SimDirectory moved) {
        moved.setParent(half.directory());
      }
    }
    journal.add(description, List.of(halves));
    Arrays.stream(before)
        .filter(Objects::nonNull)
        .filter(inode -> !inode.hasNames())
        .forEach(this::nameless);
  }

  private void nameless(SimInode inode) {
    inode.forbidNames();
    releaseIfGone(inode);
  }

  // ---- barriers

  void failNextSync(Errno errno) {
    nextSyncFails = errno;
  }

  /** fsync(2). */
  void sync(SimInode inode) {
    beginBarrier(inode);
    Barriers worth = capabilities.barriers();
    if (worth == Barriers.ACCEPTED) {
      return;
    }
    if (inode instanceof SimDirectory directory) {
      syncDirectory(directory, worth);
      return;
    }
    clean(inode);
    if (worth != Barriers.STRICT) {
      journal.commitAll();
    }
  }

  /** fdatasync(2). */
  void syncData(SimInode inode) {
    if (inode instanceof SimDirectory) {
      sync(inode);
      return;
    }
    beginBarrier(inode);
    if (capabilities.barriers() != Barriers.ACCEPTED) {
      inode.syncData();
    }
  }

  /** syncfs(2). */
  void syncAll() {
    changes++;
    if (capabilities.barriers() != Barriers.ACCEPTED) {
      journal.commitAll();
      dirty.forEach(SimInode::sync);
      dirty.clear();
    }
  }

  private void syncDirectory(SimDirectory directory, Barriers worth) {
    if (worth == Barriers.SENTINEL) {
      return;
    }
    if (worth == Barriers.JOURNALED) {
      journal.commitAll();
    } else {
      journal.commit(directory);
    }
    clean(directory);
  }

  private void clean(SimInode inode) {
    inode.sync();
    dirty.remove(inode);
  }

  private void beginBarrier(SimInode inode) {
    changes++;
    Errno errno = nextSyncFails;
    if (errno != null) {
      nextSyncFails = null;
      inode.loseWriteback();
      if (inode instanceof SimDirectory directory) {
        journal.lose(directory);
      }
      throw new Refusal(errno);
    }
  }
}
