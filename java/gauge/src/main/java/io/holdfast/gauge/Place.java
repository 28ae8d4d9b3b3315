package io.holdfast.gauge;

import io.holdfast.durable.DirectorySupport;
import io.holdfast.mount.KernelFiles;
import io.holdfast.mount.MountFacts;
import io.holdfast.mount.MountFactsReader;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;

/**
 * What figures must be read with.
 *
 * @param binding what carried the calls
 * @param kernel its release
 * @param mount what the directory is on
 * @param support how its names are made durable, and whether that is more than an answer
 * @param writeCache of the block device: {@code write back}, {@code write through}, or {@value
 *     #UNKNOWN}
 * @param processors that this JVM may use
 * @param java its version
 * @param load averages over 1, 5 and 15 minutes at the start
 */
public record Place(
    String binding,
    String kernel,
    MountFacts mount,
    DirectorySupport support,
    String writeCache,
    int processors,
    String java,
    String load) {

  /** Where the kernel does not tell. */
  public static final String UNKNOWN = "unknown";

  private static final int LOAD_AVERAGES = 3;

  static Place read(Posix posix, int directory, DirectorySupport support) throws PosixException {
    MountFacts mount = new MountFactsReader(posix).read(directory);
    return new Place(
        posix.binding(),
        KernelFiles.lineOr(posix, "/proc/sys/kernel/osrelease", UNKNOWN),
        mount,
        support,
        writeCache(posix, mount.device()),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version", UNKNOWN),
        load(KernelFiles.lineOr(posix, "/proc/loadavg", UNKNOWN)));
  }

  /** A partition's is that of the disk that it is on. */
  private static String writeCache(Posix posix, String device) {
    String block = "/sys/dev/block/" + device;
    String ofDisk = KernelFiles.lineOr(posix, block + "/../queue/write_cache", UNKNOWN);
    return KernelFiles.lineOr(posix, block + "/queue/write_cache", ofDisk);
  }

  private static String load(String line) {
    String[] words = line.split(" ", -1);
    return words.length < LOAD_AVERAGES ? UNKNOWN : String.join(" ", words[0], words[1], words[2]);
  }

  /** Whether barriers are accepted here and nothing survives a power cut. */
  public boolean isMemory() {
    return support.barrier() == DirectorySupport.Barrier.ACCEPTED_NOT_DURABLE;
  }
}
