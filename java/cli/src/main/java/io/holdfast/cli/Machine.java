package io.holdfast.cli;

import io.holdfast.litmus.Answer;
import io.holdfast.litmus.LitmusEvent;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LitmusRequest;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;
import java.util.function.Consumer;

/** The machine as commands see it; loaded when first asked, replaced in tests. */
public interface Machine {

  /** The binding that carries system calls. The same one every time. */
  Posix posix() throws BindingUnavailableException;

  /** Runs the local litmus. */
  LocalReport qualify(LocalRequest request, Consumer<Answer> progress)
      throws LitmusException, BindingUnavailableException;

  /** Runs the litmus between hosts. */
  LitmusReport litmus(LitmusRequest request, Consumer<LitmusEvent> progress) throws LitmusException;

  /** This process as a member of a group. */
  Membership membership() throws BindingUnavailableException, CommandFailure;

  /** The lab that cuts power and fails disks. */
  CrashingLab crashingLab();

  /** Campaigns on this machine. */
  Campaigns campaigns() throws BindingUnavailableException;

  /** What measures a directory of this machine. */
  Gauges gauges() throws BindingUnavailableException;

  /** What lets several clients measure a directory that they share. */
  ClientGauges clientGauges();

  /** The lab that kills and freezes coordinators. */
  LeasingLab leasingLab();
}
