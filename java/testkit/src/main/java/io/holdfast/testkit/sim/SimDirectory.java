package io.holdfast.testkit.sim;

import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A directory: the names that can be seen, and those that are durable. Every name has a cookie that
 * is never used again, so that a listing sees each name that stays exactly once.
 */
final class SimDirectory extends SimInode {

  static final long DOT_COOKIE = 1;
  static final long DOT_DOT_COOKIE = 2;

  private static final int SIZE = 4096;

  private final Map<RawPath, Entry> byName = new HashMap<>();
  private final SortedMap<Long, Entry> byCookie = new TreeMap<>();
  private final Map<RawPath, SimInode> durable = new LinkedHashMap<>();
  private SimDirectory parent;
  private long nextCookie = DOT_DOT_COOKIE + 1;
  private int subdirectories;

  SimDirectory(long ino, Attributes attributes, long nowNanos, @Nullable SimDirectory parent) {
    super(ino, attributes, nowNanos);
    this.parent = parent == null ? this : parent;
  }

  /** One name that can be seen. */
  record Entry(RawPath name, SimInode inode, long cookie) {}

  @Override
  int type() {
    return Flags.S_IFDIR;
  }

  @Override
  long size() {
    return SIZE;
  }

  @Override
  int links() {
    return hasNames() ? 2 + subdirectories : 0;
  }

  SimDirectory parent() {
    return parent;
  }

  void setParent(SimDirectory directory) {
    parent = directory;
  }

  @Nullable SimInode get(RawPath name) {
    Entry entry = byName.get(name);
    return entry == null ? null : entry.inode;
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  /** Whether this directory is the other, or above it. */
  boolean isAncestorOf(SimDirectory other) {
    for (SimDirectory at = other; ; at = at.parent) {
      if (at == this) {
        return true;
      }
      if (at.parent == at) {
        return false;
      }
    }
  }

  /** Makes a name stand for an inode, or for nothing; answers what it stood for. */
  @Nullable SimInode put(RawPath name, @Nullable SimInode inode, long nowNanos) {
    Entry old = byName.remove(name);
    if (old != null) {
      byCookie.remove(old.cookie);
      subdirectories -= old.inode instanceof SimDirectory ? 1 : 0;
    }
    if (inode != null) {
      Entry entry = new Entry(name, inode, nextCookie++);
      byName.put(name, entry);
      byCookie.put(entry.cookie, entry);
      subdirectories += inode instanceof SimDirectory ? 1 : 0;
    }
    contentChanged(nowNanos);
    return old == null ? null : old.inode;
  }

  /** The names with a cookie greater than this, in order. */
  Collection<Entry> entriesAfter(long cookie) {
    return byCookie.tailMap(cookie + 1).values();
  }

  Map<RawPath, SimInode> durableNames() {
    return durable;
  }

  void putDurable(RawPath name, @Nullable SimInode inode) {
    if (inode == null) {
      durable.remove(name);
    } else {
      durable.put(name, inode);
    }
  }
}
