package io.holdfast.natives;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Looks at an ELF header before dlopen(3) does: a file that was cut short kills the JVM with SIGBUS
 * instead of an error.
 *
 * <p>Source: elf(5).
 */
final class ElfFile {

  private static final int HEADER_BYTES = 64;
  private static final int MAGIC = 0x7f454c46;
  private static final byte CLASS_64 = 2;
  private static final byte LITTLE_ENDIAN = 1;
  private static final int MACHINE_AT = 18;
  private static final int SECTIONS_AT = 40;
  private static final int SECTION_BYTES_AT = 58;
  private static final int SECTION_COUNT_AT = 60;
  private static final int X86_64 = 62;
  private static final int AARCH64 = 183;

  private ElfFile() {}

  /**
   * Why a file cannot be a library for an architecture; null where nothing speaks against it.
   *
   * @param arch as {@link io.holdfast.posix.Platform#arch} spells it
   */
  static @Nullable String unusable(Path file, String arch) {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      while (header.hasRemaining() && channel.read(header) >= 0) {}
      if (header.hasRemaining() || header.getInt(0) != MAGIC) {
        return "no ELF file";
      }
      if (header.get(4) != CLASS_64 || header.get(5) != LITTLE_ENDIAN) {
        return "no 64-bit little-endian ELF file";
      }
      header.order(ByteOrder.LITTLE_ENDIAN);
      int machine = Short.toUnsignedInt(header.getShort(MACHINE_AT));
      if (machine != machineNumber(arch, machine)) {
        return "built for ELF machine " + machine + ", not for " + arch;
      }
      long end = sectionsEnd(header);
      long size = channel.size();
      return end > size ? "cut short: " + size + " of at least " + end + " bytes" : null;
    } catch (IOException e) {
      return "cannot be read: " + e;
    }
  }

  /** The section table stands last in a file as linkers write it. */
  private static long sectionsEnd(ByteBuffer header) {
    long bytes =
        Short.toUnsignedLong(header.getShort(SECTION_BYTES_AT))
            * Short.toUnsignedLong(header.getShort(SECTION_COUNT_AT));
    return header.getLong(SECTIONS_AT) + bytes;
  }

  private static int machineNumber(String arch, int unknown) {
    return switch (arch) {
      case "x86_64" -> X86_64;
      case "aarch64" -> AARCH64;
      default -> unknown;
    };
  }
}
