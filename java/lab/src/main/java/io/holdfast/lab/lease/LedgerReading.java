package io.holdfast.lab.lease;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The ledger as far as it was read; it may grow. Used by one thread. */
final class LedgerReading {

  private static final int CHUNK = 1 << 16;

  private final Path file;
  private final List<LedgerLine> lines = new ArrayList<>();
  private final Set<Integer> done = new HashSet<>();
  private long position;

  LedgerReading(Path file) {
    this.file = file;
  }

  /** Reads the whole lines that were added. */
  void readOn() throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    ByteArrayOutputStream added = new ByteArrayOutputStream();
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "r")) {
      opened.seek(position);
      byte[] chunk = new byte[CHUNK];
      for (int read = opened.read(chunk); read > 0; read = opened.read(chunk)) {
        added.write(chunk, 0, read);
      }
    }
    String text = added.toString(StandardCharsets.UTF_8);
    int whole = text.lastIndexOf('\n') + 1;
    position += text.substring(0, whole).getBytes(StandardCharsets.UTF_8).length;
    text.substring(0, whole).lines().map(LedgerLine::of).forEach(this::add);
  }

  private void add(LedgerLine line) {
    lines.add(line);
    if (line.deed().isEnd() || line.deed() == Deed.ALREADY) {
      done.add(line.number());
    }
  }

  List<LedgerLine> lines() {
    return lines;
  }

  /** How many ids coordinators were told are done. */
  int done() {
    return done.size();
  }
}
