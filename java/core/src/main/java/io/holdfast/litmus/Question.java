package io.holdfast.litmus;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What is asked of the storage. Ids are stable: documents, exit codes and scripts rely on them.
 *
 * <p>The first nine are the operations of the capability snapshot (profile full-shared-state-v1).
 */
public enum Question {
  FILE_FSYNC("file_fsync", "a written file can be synced"),
  DIRECTORY_FSYNC("directory_fsync", "a directory can be synced, durably"),
  SAME_DIRECTORY_REPLACE("same_directory_replace", "rename replaces a file in one directory"),
  CROSS_DIRECTORY_REPLACE("cross_directory_replace", "rename replaces across directories"),
  PUBLICATION_REPLACE("publication_replace", "rename publishes from the state root"),
  HARD_LINK("hard_link", "a second name is the same file"),
  DURABLE_UNLINK("durable_unlink", "a name can be removed and its directory synced"),
  ADVISORY_LOCK_EXCLUSION("advisory_lock_exclusion", "a held flock excludes another process"),
  ADVISORY_LOCK_RELEASE("advisory_lock_release", "a released flock is free for another process"),

  EXCLUSIVE_LINK("exclusive_link", "of two processes that link one name, one wins"),
  EXCLUSIVE_MOVE("exclusive_move", "of two processes that rename one source, one wins"),
  EXCLUSIVE_CREATE("exclusive_create", "of two processes that create one name, one wins"),
  EXCLUSIVE_MKDIR("exclusive_mkdir", "of two processes that make one directory, one wins"),

  SAME_PLACE("same_place", "all paths lead to one place"),
  CLOCK_SKEW("clock_skew", "the members' clocks agree within a second"),
  RENAME_VISIBILITY("rename_visibility", "a replaced file is read old or new by other hosts"),
  NEGATIVE_LOOKUP("negative_lookup", "a new name is soon seen where it was missing before"),
  LOCK_FRESHNESS("lock_freshness", "a file opened under a lock shows the last update"),

  TMPFILE_LINK("tmpfile_link", "a file without a name can be linked (O_TMPFILE)"),
  RENAME_NOREPLACE("rename_noreplace", "renameat2 knows RENAME_NOREPLACE"),
  RENAME_EXCHANGE("rename_exchange", "renameat2 knows RENAME_EXCHANGE"),
  FLOCK_READONLY("flock_readonly", "flock takes a read-only descriptor"),
  FSYNC_READONLY("fsync_readonly", "fsync takes a read-only descriptor"),
  BIRTH_TIME("birth_time", "statx tells when a file was made"),
  USER_XATTR("user_xattr", "a directory takes user extended attributes"),

  FLOCK_SAME_PROCESS("flock_same_process", "flock excludes within a process"),
  FLOCK_SAME_CLIENT("flock_same_client", "flock excludes another process"),
  FLOCK_TWO_MOUNTS("flock_two_mounts", "flock excludes through another mount"),
  FLOCK_CROSS_HOST("flock_cross_host", "flock excludes between hosts"),
  FLOCK_RELEASE_UNLOCK("flock_release_unlock", "LOCK_UN frees a flock"),
  FLOCK_RELEASE_CLOSE("flock_release_close", "close frees a flock"),
  FLOCK_RELEASE_KILL("flock_release_kill", "SIGKILL of the holder frees a flock"),
  OFD_SAME_PROCESS("ofd_same_process", "an OFD lock excludes within a process"),
  OFD_SAME_CLIENT("ofd_same_client", "an OFD lock excludes another process"),
  OFD_TWO_MOUNTS("ofd_two_mounts", "an OFD lock excludes through another mount"),
  OFD_CROSS_HOST("ofd_cross_host", "an OFD lock excludes between hosts"),
  OFD_RELEASE_UNLOCK("ofd_release_unlock", "F_UNLCK frees an OFD lock"),
  OFD_RELEASE_CLOSE("ofd_release_close", "close frees an OFD lock"),
  OFD_RELEASE_KILL("ofd_release_kill", "SIGKILL of the holder frees an OFD lock"),
  POSIX_SAME_PROCESS("posix_same_process", "a POSIX lock is shared within its process"),
  POSIX_SAME_CLIENT("posix_same_client", "a POSIX lock excludes another process"),
  POSIX_TWO_MOUNTS("posix_two_mounts", "a POSIX lock excludes through another mount"),
  POSIX_CROSS_HOST("posix_cross_host", "a POSIX lock excludes between hosts"),
  POSIX_RELEASE_UNLOCK("posix_release_unlock", "F_UNLCK frees a POSIX lock"),
  POSIX_RELEASE_CLOSE("posix_release_close", "close frees a POSIX lock"),
  POSIX_RELEASE_KILL("posix_release_kill", "SIGKILL of the holder frees a POSIX lock");

  /** What only members of a litmus are asked; {@code qualify} never asks it. */
  public static final Set<Question> BETWEEN_HOSTS =
      Collections.unmodifiableSet(
          EnumSet.of(
              CLOCK_SKEW,
              RENAME_VISIBILITY,
              NEGATIVE_LOOKUP,
              LOCK_FRESHNESS,
              FLOCK_CROSS_HOST,
              OFD_CROSS_HOST,
              POSIX_CROSS_HOST));

  private final String id;
  private final String title;

  Question(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** The spelling in documents. */
  public String id() {
    return id;
  }

  /** What is true where the answer is qualified. */
  public String title() {
    return title;
  }
}
