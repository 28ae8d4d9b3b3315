package io.holdfast.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Expected texts beside the tests. {@code mvn -pl java/cli -am test -Dholdfast.golden.write=true}
 * writes them anew; read the difference before it is committed.
 */
public final class Golden {

  private static final boolean WRITE = Boolean.getBoolean("holdfast.golden.write");
  private static final Path SOURCES = Path.of("src/test/resources/io/holdfast/cli/report");

  private Golden() {}

  /** Whether texts are to be written anew, those in documents as well. */
  public static boolean isWritten() {
    return WRITE;
  }

  public static void assertMatches(String name, String actual) throws IOException {
    if (WRITE) {
      Files.writeString(SOURCES.resolve(name), actual);
    }
    try (InputStream in = WRITE ? Files.newInputStream(SOURCES.resolve(name)) : resource(name)) {
      assertThat(actual).as(name).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static InputStream resource(String name) {
    InputStream in = Golden.class.getResourceAsStream(name);
    if (in == null) {
      throw new AssertionError("no expected text " + name + ", see " + Golden.class);
    }
    return in;
  }
}
