package io.holdfast.testkit.proof;

import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.List;

/**
 * A fresh directory on storage of which one call can be made to fail. One thread at a time, unless
 * the implementation says more.
 */
public interface FaultyStorage extends AutoCloseable {

  /** The way of the verbs: calls through it may fail. */
  Posix faulty();

  /** The way of whoever looks: past every fault. */
  Posix plain();

  /** An empty directory, the same during the life of this object. */
  RawPath root();

  /** From now on the nth such call fails, counted from 1. */
  void arm(CallFault fault, int nth);

  /** Lifts the fault. */
  void disarm();

  /** Whether the armed call was made and failed. */
  boolean struck();

  /** How many descriptors the process has open. */
  int openDescriptors();

  /**
   * Compares what a power cut now may leave with a ledger, where that can be asked.
   *
   * @return one sentence for each contradiction
   */
  List<String> contradictionsAfterPowerCut(Comparison comparison);

  /** Compares what is found below a root with what may be found. */
  @FunctionalInterface
  interface Comparison {

    /** Answers one sentence for each contradiction. */
    List<String> with(Posix posix, RawPath root);
  }

  @Override
  void close();
}
