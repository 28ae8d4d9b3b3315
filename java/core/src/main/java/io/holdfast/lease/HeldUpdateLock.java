package io.holdfast.lease;

import io.holdfast.posix.FileStat;
import io.holdfast.posix.RawPath;
import java.util.Optional;

/**
 * An update lock that is a directory, as it was seen.
 *
 * @param path below the table's root
 * @param owner what its owner file says: host, boot id, pid and a random id; quotes another process
 * @param stat of the directory
 */
public record HeldUpdateLock(WorkId id, RawPath path, Optional<String> owner, FileStat stat) {}
