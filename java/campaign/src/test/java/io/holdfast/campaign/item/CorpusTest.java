package io.holdfast.campaign.item;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.campaign.item.Corpus.Entry;
import io.holdfast.durable.Dir;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.result.ContentHash;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusTest {

  private static final long TOO_LONG = 3L << 30;

  @TempDir private Path place;

  private Path named(String what) {
    byte[] bytes = what.getBytes(StandardCharsets.US_ASCII);
    return place.resolve(ContentHash.of(bytes).hex());
  }

  /** What stands in the way of one reader would stand in the way of every coordinator. */
  @Test
  void whatIsNoContentIsForeignAndKeepsNobodyFromTheOthers() throws Exception {
    Files.createSymbolicLink(named("link"), Path.of("/etc/passwd"));
    Files.createDirectory(named("directory"));
    assertThat(new ProcessBuilder("mkfifo", named("fifo").toString()).start().waitFor()).isZero();
    try (RandomAccessFile huge = new RandomAccessFile(named("huge").toFile(), "rw")) {
      huge.setLength(TOO_LONG);
    }
    Files.writeString(named("other"), "another content");
    Files.writeString(place.resolve("no-digest"), "");
    Files.writeString(named("{}"), "{}");

    Posix posix = Bindings.load();
    try (Dir dir = Dir.open(posix, RawPath.of(place.toString()))) {
      List<Entry> news = new Corpus(posix, dir).news();
      assertThat(news).hasSize(7).hasOnlyElementsOfType(Entry.Foreign.class);
      Set<String> names = new HashSet<>();
      news.forEach(entry -> names.add(((Entry.Foreign) entry).name()));
      assertThat(names).containsExactlyInAnyOrder(place.toFile().list());
    }
  }
}
