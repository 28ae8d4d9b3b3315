package io.holdfast.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.mutant.Mutant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The right way to replace a record survives every crash at every moment, and each way that leaves
 * a barrier out is caught: so the enumeration can fail.
 */
class ProtocolCrashTest {

  private static final long SEED = 20_261_129;
  private static final int STATES_PER_MOMENT = 5_000;
  private static final String DONE = "acknowledged";
  private static final String OLD = "o".repeat(700);
  private static final String NEW = "n".repeat(1100);

  /** Writes beside the record, syncs, renames, syncs the directory, acknowledges. */
  private static void replace(Posix posix, CrashRecorder recorder) {
    Shell shell = new Shell(posix);
    int staged = shell.open("/t/staged", Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL);
    byte[] data = Shell.bytes(NEW);
    for (int at = 0; at < data.length; ) {
      int part = Math.min(600, data.length - at);
      at += posix.pwrite(staged, data, at, part, at);
    }
    assertThat(posix.fsync(staged)).isZero();
    shell.rename("/t/staged", "/t/record");
    shell.sync("/t");
    recorder.mark(DONE);
    shell.close(staged);
  }

  /** Every crash after which the record is neither old nor new, or old after the answer. */
  private static List<CrashRecorder.Outcome> violations(
      UnaryOperator<Posix> mistake, NameLoss loss) {
    SimDisk disk = SimDisk.create();
    Shell before = Shell.on(disk);
    before.mkdir("/t");
    before.write("/t/record", OLD);
    before.sync("/t/record");
    before.sync("/t");
    before.sync("/");
    CrashRecorder recorder = new CrashRecorder(disk.newProcess());

    replace(mistake.apply(recorder), recorder);

    return recorder
        .outcomes(loss, STATES_PER_MOMENT, SEED)
        .filter(outcome -> !isAllowed(outcome))
        .toList();
  }

  private static boolean isAllowed(CrashRecorder.Outcome outcome) {
    String record = Shell.on(outcome.disk()).tree().get("/t/record");
    return NEW.equals(record) || (OLD.equals(record) && !outcome.marked(DONE));
  }

  @ParameterizedTest
  @EnumSource(names = {"DEPENDENT", "INDEPENDENT"})
  void theRightReplaceSurvivesEveryCrash(NameLoss loss) {
    assertThat(violations(posix -> posix, loss)).isEmpty();
  }

  @Test
  void withoutTheFileFsyncTornRecordsAreFound() {
    List<CrashRecorder.Outcome> found =
        violations(Mutant.NO_FILE_FSYNC::applyTo, NameLoss.DEPENDENT);

    assertThat(found.stream().map(o -> Shell.on(o.disk()).read("/t/record")))
        .contains("", "\0".repeat(NEW.length()))
        .doesNotContain(NEW);
  }

  @Test
  void withoutTheDirectoryFsyncAnAcknowledgedRecordIsLost() {
    List<CrashRecorder.Outcome> found =
        violations(Mutant.NO_DIRECTORY_FSYNC::applyTo, NameLoss.DEPENDENT);

    assertThat(found).isNotEmpty().allMatch(outcome -> outcome.marked(DONE));
    assertThat(found.stream().map(o -> Shell.on(o.disk()).read("/t/record"))).containsOnly(OLD);
    assertThat(found.stream().map(Object::toString))
        .anyMatch(
            text -> text.matches(".*marked \\[acknowledged].*rename .* lost; replay \\[1, 0]"));
  }

  @Test
  void aRetriedFsyncIsCaughtWhereTheFirstOneFailed() {
    SimDisk disk = SimDisk.create();
    Shell shell = Shell.on(disk);
    shell.write("/record", OLD);
    shell.sync("/record");
    shell.sync("/");
    Posix retrying = Mutant.RETRIES_FAILED_FSYNC.applyTo(shell.posix);
    int staged = shell.open("/staged", Flags.O_WRONLY | Flags.O_CREAT);
    retrying.pwrite(staged, Shell.bytes(NEW), 0, NEW.length(), 0);
    disk.failNextSync(io.holdfast.posix.Errno.EIO);

    assertThat(retrying.fsync(staged)).isZero();
    shell.rename("/staged", "/record");
    shell.sync("/");

    assertThat(Shell.on(disk.crash(CrashPolicy.all())).read("/record")).isNotIn(OLD, NEW);
  }

  @Test
  void aTornRenameCanLoseTheFileAltogether() {
    SimDisk disk = SimDisk.create();
    Shell shell = Shell.on(disk);
    shell.write("/staged", NEW);
    shell.sync("/staged");
    shell.sync("/");
    shell.rename("/staged", "/record");

    assertThat(disk.crashPoint().under(NameLoss.TORN).states(100, SEED))
        .anyMatch(state -> Shell.on(state.disk()).tree().isEmpty());
  }

  @Test
  void movingAcrossDirectoriesNeedsOneBarrierForTheName() {
    SimDisk disk = SimDisk.create();
    Shell shell = Shell.on(disk);
    shell.mkdir("/from");
    shell.mkdir("/to");
    shell.write("/from/f", "x");
    shell.sync("/from/f");
    shell.sync("/from");
    shell.sync("/");
    CrashRecorder recorder = new CrashRecorder(disk.newProcess());
    Shell work = new Shell(recorder);

    work.rename("/from/f", "/to/f");
    work.sync("/to");
    recorder.mark(DONE);

    recorder
        .outcomes(NameLoss.DEPENDENT, STATES_PER_MOMENT, SEED)
        .forEach(
            outcome -> {
              var tree = Shell.on(outcome.disk()).tree();
              assertThat(tree.containsKey("/from/f") ^ tree.containsKey("/to/f"))
                  .as(outcome.toString())
                  .isTrue();
              assertThat(!outcome.marked(DONE) || tree.containsKey("/to/f"))
                  .as(outcome.toString())
                  .isTrue();
            });
  }
}
