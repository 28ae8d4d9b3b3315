package io.holdfast.testkit.sim;

import io.holdfast.posix.RawPath;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an inode carries besides its content, times left out. Immutable.
 *
 * @param permissions the low twelve bits of the mode
 */
record Attributes(int permissions, int uid, int gid, Map<RawPath, ByteBuffer> xattrs) {

  static Attributes of(int permissions, int uid, int gid) {
    return new Attributes(permissions, uid, gid, Map.of());
  }

  Attributes withPermissions(int bits) {
    return new Attributes(bits, uid, gid, xattrs);
  }

  /** -1 leaves an id as it is. */
  Attributes withOwner(int newUid, int newGid) {
    return new Attributes(
        permissions, newUid == -1 ? uid : newUid, newGid == -1 ? gid : newGid, xattrs);
  }

  /** Null removes the attribute. */
  Attributes withXattr(RawPath name, byte @Nullable [] value) {
    Map<RawPath, ByteBuffer> changed = new LinkedHashMap<>(xattrs);
    if (value == null) {
      changed.remove(name);
    } else {
      changed.put(name, ByteBuffer.wrap(value.clone()).asReadOnlyBuffer());
    }
    return new Attributes(permissions, uid, gid, Map.copyOf(changed));
  }
}
