package io.holdfast.litmus;

import java.io.IOException;

/** Starts one {@code holdfast-agent}: on this host here, through ssh elsewhere. */
@FunctionalInterface
public interface AgentLauncher {

  /** A running agent process; its standard input and output carry the protocol. */
  Process launch() throws IOException;
}
