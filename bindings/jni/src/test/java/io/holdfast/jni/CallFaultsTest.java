package io.holdfast.jni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.durable.BarrierForm;
import io.holdfast.jni.fork.SweepFaults;
import io.holdfast.testkit.contract.ScratchDirectory;
import io.holdfast.testkit.fork.ForkedJvm;
import io.holdfast.testkit.proof.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every call of the verbs failing once with every errno, between the C library and the kernel, in a
 * real directory and with short writes: the N-th call, N = 1, 2, … until none is hit.
 */
class CallFaultsTest {

  /** A file system in memory, whose barriers take no time. */
  private static final Path MEMORY = Path.of("/dev/shm");

  @TempDir private static Path library;

  @BeforeAll
  static void compile() throws Exception {
    TestLibrary.withCallTable(library);
  }

  @ParameterizedTest
  @EnumSource(names = {"FSYNC", "SENTINEL"})
  void nothingIsLostAndNothingIsLeftBehindInMemory(BarrierForm form) throws Exception {
    assumeTrue(Files.isWritable(MEMORY), MEMORY + " is no directory to write into");

    assertThat(sweep(MEMORY, form, Workload.ofOneThread())).isGreaterThan(4_000);
  }

  /** Where barriers take their time: the verbs that make few of them. */
  @Test
  void nothingIsLostAndNothingIsLeftBehindOnTheFileSystemOfTheTests() throws Exception {
    String parent =
        System.getProperty(ScratchDirectory.PARENT_PROPERTY, System.getProperty("java.io.tmpdir"));

    assertThat(
            sweep(
                Path.of(parent),
                BarrierForm.FSYNC,
                List.of(Workload.PUBLISH, Workload.PROMOTE, Workload.NO_REPLACE)))
        .isGreaterThan(800);
  }

  /** Answers in how many runs a call failed. */
  private static long sweep(Path parent, BarrierForm form, List<Workload> workloads)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of(form.name()));
    workloads.forEach(workload -> arguments.add(workload.name()));
    String said =
        ForkedJvm.here()
            .with("-Dholdfast.native.dir=" + library)
            .with("-D" + ScratchDirectory.PARENT_PROPERTY + "=" + parent)
            .run(SweepFaults.class, arguments.toArray(String[]::new))
            .said();
    System.out.printf("call faults in %s, %s: %s runs with one%n", parent, form, said);
    return Long.parseLong(said);
  }
}
