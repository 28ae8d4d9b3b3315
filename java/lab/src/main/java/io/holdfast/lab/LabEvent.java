package io.holdfast.lab;

/** Something that a run of the lab tells while it goes on. */
public sealed interface LabEvent {

  String caseId();

  /** Whether nothing more will be told of the case. */
  default boolean isEnd() {
    return !(this instanceof RigUp || this instanceof Progress);
  }

  /** The rig of a case is there, and asking begins. */
  record RigUp(String caseId, String directory) implements LabEvent {}

  /** Something has happened in a case that takes long; in words. */
  record Progress(String caseId, String words) implements LabEvent {}

  /** A case was run and its rig is gone. */
  record Finished(CaseResult result) implements LabEvent {

    @Override
    public String caseId() {
      return result.caseId();
    }
  }

  /** A case could not be run although it should have been possible here. */
  record Broken(String caseId, String why) implements LabEvent {}

  /** A case that this machine cannot run. */
  record Skipped(String caseId, String reason) implements LabEvent {}
}
