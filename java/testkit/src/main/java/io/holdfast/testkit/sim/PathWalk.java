package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** path_resolution(7) on a simulated volume, with /proc/self/fd. One walk each. */
final class PathWalk {

  private static final int LINK_LIMIT = 40;
  private static final String PROC = "/proc/self/fd/";
  private static final RawPath DOT = RawPath.of(".");
  private static final RawPath DOT_DOT = RawPath.of("..");

  private final Volume volume;
  private final SimProcess process;
  private final How how;
  private final Deque<RawPath> remaining = new ArrayDeque<>();
  private SimInode at;
  private @Nullable SimInode beneath;
  private boolean slash;
  private boolean atProcLink;
  private int links;

  private PathWalk(Volume volume, SimProcess process, How how) {
    this.volume = volume;
    this.process = process;
    this.how = how;
    this.at = volume.root();
  }

  /**
   * What is wanted of a walk.
   *
   * @param last what to do with a symbolic link in the last component
   * @param creates whether O_CREAT was given: then a last name with a slash behind is refused
   * @param resolve RESOLVE_* bits
   */
  record How(Last last, boolean creates, long resolve) {
    static final How FOLLOW = new How(Last.FOLLOW, false, 0);
    static final How STAY = new How(Last.STAY, false, 0);
    static final How NAME = new How(Last.NAME, false, 0);
  }

  /** What becomes of a symbolic link in the last component. */
  enum Last {
    FOLLOW,
    /** Followed only if a slash stands behind it. */
    STAY,
    /** Never followed: the name itself is meant. Whether it is too long is seen later. */
    NAME
  }

  /** Walks. */
  static Place walk(Volume volume, SimProcess process, int dirfd, byte[] path, How how) {
    Refusal.when(path.length == 0, Errno.ENOENT);
    PathWalk walk = new PathWalk(volume, process, how);
    if (path[0] != '/') {
      walk.at = process.start(dirfd, volume.root());
    }
    if ((how.resolve & Flags.RESOLVE_BENEATH) != 0) {
      walk.beneath = walk.at;
    }
    walk.enter(path);
    return walk.go();
  }

  /** Puts a path in front of what remains; an absolute one starts anew. */
  private void enter(byte[] path) {
    byte[] rest = path;
    if (path[0] == '/') {
      Refusal.when(beneath != null, Errno.EXDEV);
      at = volume.root();
      atProcLink = false;
      rest = afterProc(path);
    }
    slash |= remaining.isEmpty() && path[path.length - 1] == '/';
    List<RawPath> components = split(rest);
    for (int i = components.size() - 1; i >= 0; i--) {
      remaining.push(components.get(i));
    }
  }

  /** Follows /proc/self/fd/N when a path begins so; answers what comes behind. */
  private byte[] afterProc(byte[] path) {
    String text = new String(path, StandardCharsets.ISO_8859_1);
    if (!text.startsWith(PROC)) {
      return path;
    }
    Refusal.when((how.resolve & Flags.RESOLVE_NO_SYMLINKS) != 0, Errno.ELOOP);
    int end = text.indexOf('/', PROC.length());
    String number = text.substring(PROC.length(), end < 0 ? text.length() : end);
    Refusal.when(!number.matches("[0-9]{1,9}"), Errno.ENOENT);
    try {
      at = process.any(Integer.parseInt(number)).inode();
    } catch (Refusal notOpen) {
      throw new Refusal(Errno.ENOENT);
    }
    atProcLink = end < 0;
    return atProcLink ? new byte[0] : Arrays.copyOfRange(path, end, path.length);
  }

  private static List<RawPath> split(byte[] path) {
    List<RawPath> components = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= path.length; i++) {
      if (i == path.length || path[i] == '/') {
        if (i > from) {
          components.add(RawPath.of(Arrays.copyOfRange(path, from, i)));
        }
        from = i + 1;
      }
    }
    return components;
  }

  private Place go() {
    while (!remaining.isEmpty()) {
      RawPath component = remaining.pop();
      SimDirectory directory = searchable();
      Place place = step(directory, component);
      boolean last = remaining.isEmpty();
      if (place.inode() instanceof SimSymlink link && (!last || followsLast())) {
        expand(directory, link);
      } else if (last) {
        return place;
      } else if (place.inode() == null) {
        throw new Refusal(Errno.ENOENT);
      } else {
        at = place.inode();
      }
    }
    return atProcLink ? procLink() : new Place(Place.Kind.ROOT, volume.root(), DOT, at, slash);
  }

  private boolean followsLast() {
    return how.last == Last.FOLLOW || (how.last == Last.STAY && slash);
  }

  private SimDirectory searchable() {
    if (at instanceof SimDirectory directory) {
      process.credentials().require(directory, Credentials.SEARCH);
      return directory;
    }
    throw new Refusal(Errno.ENOTDIR);
  }

  private Place step(SimDirectory directory, RawPath component) {
    if (component.equals(DOT)) {
      return new Place(Place.Kind.DOT, directory, component, directory, slash);
    }
    if (component.equals(DOT_DOT)) {
      Refusal.when(directory == beneath, Errno.EXDEV);
      return new Place(Place.Kind.DOT_DOT, directory, component, directory.parent(), slash);
    }
    Refusal.when(how.creates && slash && remaining.isEmpty(), Errno.EISDIR);
    Place place = new Place(Place.Kind.NAME, directory, component, directory.get(component), slash);
    if (how.last != Last.NAME || !remaining.isEmpty()) {
      place.requireLookUp(volume.capabilities().nameLimit());
    }
    return place;
  }

  private void expand(SimDirectory directory, SimSymlink link) {
    Refusal.when((how.resolve & Flags.RESOLVE_NO_SYMLINKS) != 0, Errno.ELOOP);
    Refusal.when(++links > LINK_LIMIT, Errno.ELOOP);
    at = directory;
    enter(link.target());
  }

  private Place procLink() {
    SimInode shown = at;
    if (!followsLast()) {
      byte[] target = RawPath.of("(descriptor)").bytes();
      Attributes attributes = Attributes.of(SimSymlink.PERMISSIONS, 0, 0);
      shown = new SimSymlink(0, attributes, volume.now(), target);
    }
    return new Place(Place.Kind.PROC, volume.root(), DOT, shown, slash);
  }
}
