package io.holdfast.testkit.sim;

import io.holdfast.testkit.contract.Feature;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a {@link SimDisk} can, and how much of it. Immutable.
 *
 * @param missing features that answer their documented refusal
 * @param barriers what an fsync that answers 0 is worth
 * @param readOnly whether changes answer EROFS
 * @param spaceBytes how much data fits, counted in sectors; more answers ENOSPC
 * @param inodes how many files, directories and links there may be; more answers ENOSPC
 * @param nameLimit longest name in bytes; longer ones answer ENAMETOOLONG
 * @param linkLimit most names of one file; more answers EMLINK
 * @param descriptorLimit most descriptors of one process; more answers EMFILE
 */
public record SimCapabilities(
    Set<Feature> missing,
    Barriers barriers,
    boolean readOnly,
    long spaceBytes,
    long inodes,
    int nameLimit,
    int linkLimit,
    int descriptorLimit) {

  private static final long DEFAULT_SPACE = 1L << 40;
  private static final long DEFAULT_INODES = 1L << 24;
  private static final int DEFAULT_NAME_LIMIT = 255;
  private static final int DEFAULT_LINK_LIMIT = 65_000;
  private static final int DEFAULT_DESCRIPTOR_LIMIT = 1024;

  public SimCapabilities {
    missing = Set.copyOf(missing);
  }

  /** Everything that Linux has on a good local file system, with strict barriers. */
  public static SimCapabilities full() {
    return new SimCapabilities(
        Set.of(),
        Barriers.STRICT,
        false,
        DEFAULT_SPACE,
        DEFAULT_INODES,
        DEFAULT_NAME_LIMIT,
        DEFAULT_LINK_LIMIT,
        DEFAULT_DESCRIPTOR_LIMIT);
  }

  public boolean has(Feature feature) {
    return !missing.contains(feature);
  }

  /** The same, lacking these as well. */
  public SimCapabilities without(Feature... features) {
    EnumSet<Feature> all = EnumSet.noneOf(Feature.class);
    all.addAll(missing);
    all.addAll(Set.of(features));
    return new SimCapabilities(
        all, barriers, readOnly, spaceBytes, inodes, nameLimit, linkLimit, descriptorLimit);
  }

  public SimCapabilities withBarriers(Barriers worth) {
    return new SimCapabilities(
        missing, worth, readOnly, spaceBytes, inodes, nameLimit, linkLimit, descriptorLimit);
  }

  public SimCapabilities withReadOnly(boolean refusing) {
    return new SimCapabilities(
        missing, barriers, refusing, spaceBytes, inodes, nameLimit, linkLimit, descriptorLimit);
  }

  public SimCapabilities withSpaceBytes(long bytes) {
    return new SimCapabilities(
        missing, barriers, readOnly, bytes, inodes, nameLimit, linkLimit, descriptorLimit);
  }

  public SimCapabilities withInodes(long count) {
    return new SimCapabilities(
        missing, barriers, readOnly, spaceBytes, count, nameLimit, linkLimit, descriptorLimit);
  }

  public SimCapabilities withNameLimit(int bytes) {
    return new SimCapabilities(
        missing, barriers, readOnly, spaceBytes, inodes, bytes, linkLimit, descriptorLimit);
  }

  public SimCapabilities withLinkLimit(int names) {
    return new SimCapabilities(
        missing, barriers, readOnly, spaceBytes, inodes, nameLimit, names, descriptorLimit);
  }

  public SimCapabilities withDescriptorLimit(int count) {
    return new SimCapabilities(
        missing, barriers, readOnly, spaceBytes, inodes, nameLimit, linkLimit, count);
  }
}
