package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;

/** Where and as what a process makes new inodes. */
final class Maker {

  private static final int SET_GROUP_ID = 02000;
  private static final int DIRECTORY_BITS = 01777;

  private final Volume volume;
  private final SimProcess process;

  Maker(Volume volume, SimProcess process) {
    this.volume = volume;
    this.process = process;
  }

  /** What a new inode in a directory carries. */
  Attributes attributes(SimDirectory directory, int mode) {
    Credentials credentials = process.credentials();
    int gid = hasSetGroupId(directory) ? directory.attributes().gid() : credentials.gid();
    return Attributes.of(mode & ~credentials.umask(), credentials.uid(), gid);
  }

  SimDirectory directory(SimDirectory parent, int mode) {
    Attributes attributes = attributes(parent, mode & DIRECTORY_BITS);
    int inherited = hasSetGroupId(parent) ? SET_GROUP_ID : 0;
    int permissions = attributes.permissions() | inherited;
    return volume.newDirectory(attributes.withPermissions(permissions), parent);
  }

  SimSymlink symlink(SimDirectory directory, byte[] target) {
    Attributes attributes = attributes(directory, 0).withPermissions(SimSymlink.PERMISSIONS);
    return volume.newSymlink(attributes, target);
  }

  SimWhiteout whiteout(SimDirectory directory) {
    return volume.newWhiteout(attributes(directory, 0));
  }

  /** A name that is not there yet, in a directory that may be changed. */
  Place freePlace(int dirfd, byte[] path) {
    Place place = PathWalk.walk(volume, process, dirfd, path, PathWalk.How.NAME);
    Refusal.when(!place.isName() || place.inode() != null, Errno.EEXIST);
    place.requireLookUp(volume.capabilities().nameLimit());
    volume.requireWritable();
    Refusal.when(!place.directory().hasNames(), Errno.ENOENT);
    process.credentials().requireChange(place.directory());
    return place;
  }

  private static boolean hasSetGroupId(SimDirectory directory) {
    return (directory.attributes().permissions() & SET_GROUP_ID) != 0;
  }
}
