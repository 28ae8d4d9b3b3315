package io.holdfast.lab.crash;

/** What is told while crashes are looked at. */
public sealed interface CrashEvent {

  /** A workload ran and was recorded, and its crash states are being looked at. */
  record Progress(CrashFileSystem fileSystem, CrashWorkload workload, int unit, int states, int of)
      implements CrashEvent {}

  /** A run is over. */
  record Finished(CrashResult result) implements CrashEvent {}

  /** A run could not be made, or could not be read back. */
  record Broken(CrashFileSystem fileSystem, CrashWorkload workload, String why)
      implements CrashEvent {}

  /** A file system that this machine does not have. */
  record Skipped(CrashFileSystem fileSystem, String reason) implements CrashEvent {}
}
