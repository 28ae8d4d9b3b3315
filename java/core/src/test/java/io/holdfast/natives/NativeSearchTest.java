package io.holdfast.natives;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.posix.Platform;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeSearchTest {

  private static final String LIBRARY = "libx.so";
  private static final Platform PLATFORM = Platform.current();

  @TempDir Path scratch;
  private Path copies;
  private Path jar;
  private byte[] elf;
  private final Properties properties = new Properties();
  private final List<String> offered = new ArrayList<>();

  @BeforeEach
  void setUp() throws IOException {
    elf = Files.readAllBytes(Path.of(ProcessHandle.current().info().command().orElseThrow()));
    copies = Files.createDirectory(scratch.resolve("tmp"));
    jar = Files.createDirectory(scratch.resolve("jar"));
    properties.setProperty("java.io.tmpdir", copies.toString());
    properties.setProperty("java.library.path", scratch.resolve("usr") + "::relative");
  }

  @Test
  void copiesTheResourceIntoAPrivateDirectoryAndRemovesIt() throws IOException {
    Path resource = resource(LIBRARY, elf);
    String origin =
        search()
            .library(
                LIBRARY,
                file -> {
                  offered.add(file);
                  assertThat(Path.of(file)).hasBinaryContent(elf).startsWith(copies);
                  assertThat(mode(Path.of(file).getParent())).isEqualTo("rwx------");
                  return null;
                });

    assertThat(offered).hasSize(1);
    assertThat(origin).contains(resource.toUri().toURL().toString());
    assertThat(copies).isEmptyDirectory();
  }

  @Test
  void eachCopyIsItsOwn() throws IOException {
    resource(LIBRARY, elf);
    search().library(LIBRARY, this::accept);
    search().library(LIBRARY, this::accept);

    assertThat(offered).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void forcedDirectoryWins() throws IOException {
    resource(LIBRARY, elf);
    onLibraryPath(elf);
    Path forced = force();
    Files.write(forced.resolve(LIBRARY), elf);

    assertThat(search().library(LIBRARY, this::accept)).contains(NativeFiles.DIRECTORY_PROPERTY);
    assertThat(offered).containsExactly(forced.resolve(LIBRARY).toString());
  }

  @Test
  void forcedDirectoryIsNeverReplacedByAnotherPlace() throws IOException {
    resource(LIBRARY, elf);
    resource("agent", elf);
    onLibraryPath(elf);
    Path forced = force();

    assertThatThrownBy(() -> search().library(LIBRARY, this::accept))
        .isInstanceOf(NativeFileException.class)
        .hasMessageContaining("-Dholdfast.native.dir=" + forced + ", the only place then");
    assertThatThrownBy(() -> search().executable("agent"))
        .hasMessageContaining("-Dholdfast.native.dir=" + forced + ", the only place then");
    assertThat(offered).isEmpty();
  }

  @Test
  void libraryPathComesBeforeTheResource() throws IOException {
    resource(LIBRARY, elf);
    Path installed = onLibraryPath(elf);

    search().library(LIBRARY, this::accept);

    assertThat(offered).containsExactly(installed.toString());
  }

  @Test
  void whatDoesNotLoadIsReportedAndTheNextPlaceIsTried() throws IOException {
    resource(LIBRARY, elf);
    Path installed = onLibraryPath(elf);

    assertThatThrownBy(
            () ->
                search()
                    .library(
                        LIBRARY,
                        file -> {
                          accept(file);
                          return "reason " + offered.size();
                        }))
        .hasMessageContaining(LIBRARY + " for " + PLATFORM)
        .hasMessageContaining(installed + " (java.library.path): reason 1; ")
        .hasMessageContaining(": reason 2. Set -Dholdfast.native.dir=DIR")
        .hasMessageNotContaining("\n");
    assertThat(copies).isEmptyDirectory();
  }

  @Test
  void nothingAnywhereNamesEveryPlace() {
    properties.setProperty("os.arch", "vax");

    assertThatThrownBy(() -> search().library(LIBRARY, this::accept))
        .hasMessageContaining("os.arch vax")
        .hasMessageContaining("java.library.path=" + scratch.resolve("usr"))
        .hasMessageContaining("META-INF/native/" + PLATFORM + "/" + LIBRARY + ": not there");
  }

  @Test
  void damagedFilesAreNotOffered() throws IOException {
    byte[] foreign = elf.clone();
    foreign[18] = 21;
    assertRefused("not a library".getBytes(US_ASCII), "no ELF file");
    assertRefused(new byte[0], "no ELF file");
    assertRefused(Arrays.copyOf(elf, elf.length / 2), "cut short: " + elf.length / 2);
    assertRefused(Arrays.copyOf(elf, elf.length - 1), "cut short: " + (elf.length - 1));
    assertRefused(foreign, "built for ELF machine 21, not for " + PLATFORM.arch());
  }

  private void assertRefused(byte[] content, String reason) throws IOException {
    resource(LIBRARY, content);
    assertThatThrownBy(() -> search().library(LIBRARY, this::accept)).hasMessageContaining(reason);
    assertThat(offered).isEmpty();
    assertThat(copies).isEmptyDirectory();
  }

  @Test
  void missingDirectoryForCopiesIsNamed() throws IOException {
    resource(LIBRARY, elf);
    properties.setProperty(NativeFiles.TMPDIR_PROPERTY, scratch.resolve("none").toString());

    assertThatThrownBy(() -> search().library(LIBRARY, this::accept))
        .hasMessageContaining("cannot be copied below " + scratch.resolve("none"));
  }

  @Test
  void programsAreExecutableAndGoWithTheirOwner() throws Exception {
    resource("agent", Files.readAllBytes(Path.of("/bin/true")));
    try (NativeFile agent = search().executable("agent")) {
      assertThat(new ProcessBuilder(agent.path()).start().waitFor()).isZero();
      assertThat(agent.origin()).contains("jar/META-INF/native");
    }
    assertThat(copies).isEmptyDirectory();
  }

  @Test
  void aProgramInTheForcedDirectoryStays() throws IOException {
    Path program = Files.write(force().resolve("agent"), elf);
    assertThatThrownBy(() -> search().executable("agent"))
        .hasMessageContaining("may not be executed");

    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    search().executable("agent").close();

    assertThat(program).exists();
  }

  private NativeSearch search() throws IOException {
    URL[] path = {jar.toUri().toURL()};
    return new NativeSearch(PLATFORM, properties, new URLClassLoader(path, null));
  }

  private String accept(String file) {
    offered.add(file);
    return null;
  }

  private Path resource(String name, byte[] content) throws IOException {
    Path directory = Files.createDirectories(jar.resolve(PLATFORM.nativeDirectory()));
    return Files.write(directory.resolve(name), content);
  }

  private Path onLibraryPath(byte[] content) throws IOException {
    return Files.write(Files.createDirectory(scratch.resolve("usr")).resolve(LIBRARY), content);
  }

  private Path force() throws IOException {
    Path forced = Files.createDirectory(scratch.resolve("forced"));
    properties.setProperty(NativeFiles.DIRECTORY_PROPERTY, forced.toString());
    return forced;
  }

  private static String mode(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
