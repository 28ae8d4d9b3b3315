package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The private tree {@code .holdfast-probe.<128 bits>} in which everything happens, mode 0700.
 *
 * <p>Its first file, {@code owner}, names this process and is locked by the keeper's agent for as
 * long as the tree stands; {@link Leftover} says how a tree without a living owner is recognised.
 */
final class ProbeTree {

  /** The liveness file; the last name in a tree to go. */
  static final String OWNER = "owner";

  private static final String PREFIX = ".holdfast-probe.";
  private static final Pattern NAME = Pattern.compile("\\.holdfast-probe\\.[0-9a-f]{32}");
  private static final int ATTEMPTS = 5;
  private static final int REMOVAL_LIMIT = 1_000_000;
  private static final long REMOVAL_NANOS = 60_000_000_000L;

  private final Posix posix;
  private final NanoClock clock;
  private final RawPath path;
  private final Descriptor root;
  private final byte[] name;
  private final ProbeDir top;
  private final Contender keeper;
  private String note = "";

  private ProbeTree(
      Posix posix,
      NanoClock clock,
      RawPath path,
      Descriptor root,
      byte[] name,
      ProbeDir top,
      Contender keeper) {
    this.posix = posix;
    this.clock = clock;
    this.path = path;
    this.root = root;
    this.name = name;
    this.top = top;
    this.keeper = keeper;
  }

  /**
   * Makes a tree and locks it.
   *
   * @param root the directory, open for barriers; stays the caller's
   * @param keeper an agent that stands in the same directory; the tree closes it
   * @param timeoutNanos for the keeper's lock call
   * @throws LitmusException when that cannot be; nothing is left behind
   */
  static ProbeTree make(
      Posix posix,
      NanoClock clock,
      RawPath path,
      Descriptor root,
      Contender keeper,
      ProcessMark own,
      long timeoutNanos)
      throws LitmusException {
    SecureRandom random = new SecureRandom();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      byte[] bits = new byte[16];
      random.nextBytes(bits);
      byte[] name = Spelling.bytes(PREFIX + HexFormat.of().formatHex(bits));
      try {
        PosixException.check(
            posix.mkdirat(root.number(), name, ProbeDir.DIRECTORY_MODE), "mkdirat", name);
      } catch (PosixException e) {
        throw Unaskable.failing(posix, path, root.number(), e);
      }
      Optional<ProbeTree> made = settle(posix, clock, path, root, name, keeper, own);
      if (made.isPresent() && made.get().lockOrRemove(timeoutNanos)) {
        return made.get();
      }
    }
    throw new LitmusException(path + ": another process takes away every probe tree made in it");
  }

  /** Whether a name is a probe tree's. */
  static boolean isName(byte[] name) {
    return NAME.matcher(new String(name, StandardCharsets.ISO_8859_1)).matches();
  }

  byte[] name() {
    return name;
  }

  ProbeDir top() {
    return top;
  }

  /**
   * The same tree, as somebody else stands in the directory.
   *
   * @param other whose {@link AgentPosix#ROOT} is the directory
   */
  ProbeTree through(AgentPosix other) throws PosixException {
    Descriptor anew = Descriptor.own(other, AgentPosix.ROOT);
    ProbeDir there = new ProbeDir(other, ProbeDir.openDirectory(other, anew.number(), name));
    return new ProbeTree(other, clock, path, anew, name, there, keeper);
  }

  /** Why the tree stands without a lock; empty when it has one. */
  String note() {
    return note;
  }

  /** Whether somebody took the tree away under us, or mounted something over it. */
  boolean isGone() {
    long[] byName = new long[FileStat.SLOTS];
    long[] held = new long[FileStat.SLOTS];
    return posix.fstatat(root.number(), name, byName, Flags.AT_SYMLINK_NOFOLLOW) != 0
        || posix.fstat(top.fd(), held) != 0
        || FileStat.of(byName).nlink() == 0
        || !FileStat.of(byName).sameFileAs(FileStat.of(held));
  }

  /**
   * Removes all of it, with a barrier on the directory that it stood in, and closes the keeper.
   *
   * @return empty, or what is left and why
   */
  Optional<String> remove() {
    try (top) {
      ProbeRemoval removal =
          new ProbeRemoval(posix, clock, REMOVAL_LIMIT, clock.nanoTime() + REMOVAL_NANOS);
      boolean emptied = removal.empty(top.fd(), Spelling.bytes(OWNER));
      keeper.close();
      if (!emptied) {
        return Optional.of(left("not everything in it could be removed"));
      }
      ignoreAbsent(posix.unlinkat(top.fd(), Spelling.bytes(OWNER), 0));
      ignoreAbsent(posix.unlinkat(root.number(), name, Flags.AT_REMOVEDIR));
      int barrier = posix.fsync(root.number());
      return barrier == 0 || isUnsupported(Errno.of(barrier))
          ? Optional.empty()
          : Optional.of("the removal of the probe tree was not synced: " + Errno.of(barrier));
    } catch (PosixException e) {
      return Optional.of(left(String.valueOf(e.getMessage())));
    } finally {
      keeper.close();
    }
  }

  /** Where it is left, and why. */
  String left(String why) {
    return path.resolve(RawPath.of(name)) + " is left behind: " + why;
  }

  private static void ignoreAbsent(int result) throws PosixException {
    if (!Errno.ENOENT.is(result)) {
      PosixException.check(result, "unlinkat");
    }
  }

  private static boolean isUnsupported(Errno errno) {
    return errno.equals(Errno.EINVAL)
        || errno.equals(Errno.ENOSYS)
        || errno.equals(Errno.EOPNOTSUPP);
  }

  /** Opens a new tree and writes its owner; empty when a sweeper took it in that moment. */
  private static Optional<ProbeTree> settle(
      Posix posix,
      NanoClock clock,
      RawPath path,
      Descriptor root,
      byte[] name,
      Contender keeper,
      ProcessMark own)
      throws LitmusException {
    ProbeDir top = null;
    try {
      top = new ProbeDir(posix, ProbeDir.openDirectory(posix, root.number(), name));
      top.create(OWNER, own.toBytes()).close();
      return Optional.of(new ProbeTree(posix, clock, path, root, name, top, keeper));
    } catch (PosixException e) {
      if (top != null) {
        posix.unlinkat(top.fd(), Spelling.bytes(OWNER), 0);
        top.close();
      }
      posix.unlinkat(root.number(), name, Flags.AT_REMOVEDIR);
      if (e.errno().equals(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw Unaskable.failing(posix, path, root.number(), e);
    }
  }

  private boolean lockOrRemove(long timeoutNanos) throws LitmusException {
    try {
      return lock(timeoutNanos);
    } catch (LitmusException e) {
      remove();
      throw e;
    }
  }

  /** Has the keeper lock the owner file; false when a sweeper has it already. */
  private boolean lock(long timeoutNanos) throws LitmusException {
    try {
      long deadline = clock.nanoTime() + timeoutNanos;
      int tree = keeper.directory(deadline, name);
      int file =
          keeper.handle("tree", "open " + tree + " " + Spelling.hex(OWNER) + " rw", deadline);
      Reply reply = keeper.ask("flock " + file + " ex nb", deadline);
      Attempt attempt = Attempt.of(reply);
      if (attempt == Attempt.BUSY) {
        top.close();
        return false;
      }
      if (attempt != Attempt.GRANTED) {
        note = keeper.unexpected("tree", reply).outcome().verdict().explanation();
      }
      return true;
    } catch (Stopped e) {
      note = e.outcome().verdict().explanation();
      return !isGone();
    }
  }
}
