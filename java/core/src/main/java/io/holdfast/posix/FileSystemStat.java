package io.holdfast.posix;

/**
 * What fstatfs(2) says; a view on the slots that {@link Posix#fstatfs} filled ({@code struct
 * hf_statfs}). Block counts are in units of {@code blockSize} bytes.
 */
public record FileSystemStat(
    long type,
    long blockSize,
    long blocks,
    long blocksFree,
    long blocksAvailable,
    long files,
    long filesFree,
    long fileSystemId,
    long nameLength,
    long fragmentSize,
    long flags) {

  public static final int SLOTS = 11;

  /** Reads the slots. */
  public static FileSystemStat of(long[] s) {
    return new FileSystemStat(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10]);
  }
}
