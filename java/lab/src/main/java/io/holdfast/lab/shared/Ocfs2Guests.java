package io.holdfast.lab.shared;

import io.holdfast.lab.Need;
import io.holdfast.lab.guest.GuestFiles;
import io.holdfast.lab.guest.GuestName;
import io.holdfast.lab.guest.GuestScript;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Two nodes with one disk, and the kernel's own cluster stack (o2cb). Used by one thread. */
final class Ocfs2Guests extends GuestStorage {

  static final List<Need> NEEDS =
      needs(Need.program("mkfs.ocfs2", "ocfs2-tools"), Need.program("o2cb", "ocfs2-tools"));

  private static final long DISK_BYTES = 300L << 20;
  private static final List<GuestName> NODES = List.of(GuestName.ALPHA, GuestName.BETA);

  /** Starts both in a directory that does not exist yet, and waits until they are ready. */
  Ocfs2Guests(Path site) throws IOException {
    this(new GuestFiles(site));
  }

  private Ocfs2Guests(GuestFiles files) throws IOException {
    super(files, NODES, List.of(disk(files)));
    together(
        () -> alpha().open(GuestScript.OCFS2_NODE, nodes("format")),
        () -> beta().open(GuestScript.OCFS2_NODE, nodes("join")));
  }

  /** One file of the host as both kernels' disk: written through, and not theirs alone. */
  private static String disk(GuestFiles files) throws IOException {
    Path disk = files.root().resolve("shared.disk");
    try (RandomAccessFile file = new RandomAccessFile(disk.toFile(), "rw")) {
      file.setLength(DISK_BYTES);
    }
    return "ubd0sc=" + disk;
  }

  private static String[] nodes(String work) {
    List<String> words = new ArrayList<>(List.of(work));
    for (GuestName node : NODES) {
      words.add(node.word());
      words.add(node.dataAddress());
    }
    return words.toArray(String[]::new);
  }

  @Override
  List<String> mountWords(String options) {
    return List.of("-t", "ocfs2", "-o", options, "/dev/ubda");
  }
}
