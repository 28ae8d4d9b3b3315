package io.holdfast.testkit.mutant;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Skips the probe in its first form, an extended attribute of the directory; and where the look at
 * a directory's place answers EIO, believes the look before. Without the second half xfs would
 * still tell: it answers EIO to every look after its log failed, so that the look is a probe there.
 */
final class NoBarrierProbe extends DelegatingPosix {

  private static final byte[] ATTRIBUTE =
      "user.holdfast.barrier".getBytes(StandardCharsets.US_ASCII);

  private record Place(int dirfd, ByteBuffer name) {}

  private final Map<Place, long[]> directories = new ConcurrentHashMap<>();

  NoBarrierProbe(Posix delegate) {
    super(delegate);
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    return Arrays.equals(name, ATTRIBUTE) ? 0 : delegate().fsetxattr(fd, name, value, flags);
  }

  @Override
  public int fstatat(int dirfd, byte[] path, long[] slots, int flags) {
    int result = delegate().fstatat(dirfd, path, slots, flags);
    Place place = new Place(dirfd, ByteBuffer.wrap(path.clone()));
    if (result == 0 && FileStat.of(slots).isDirectory()) {
      directories.put(place, Arrays.copyOf(slots, FileStat.SLOTS));
    }
    long[] before = directories.get(place);
    if (Errno.EIO.is(result) && before != null) {
      System.arraycopy(before, 0, slots, 0, before.length);
      return 0;
    }
    return result;
  }
}
