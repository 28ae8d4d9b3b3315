package io.holdfast.lab;

import java.util.List;

/** What a program of the lab does not share with the host. */
public enum Isolation {
  MOUNTS_AND_PROCESSES,
  /** No network but what the program makes, and nobody else reaches it. */
  NETWORK_AS_WELL;

  /** As unshare(1) takes them. */
  List<String> options() {
    return this == NETWORK_AS_WELL
        ? List.of("--mount", "--pid", "--net")
        : List.of("--mount", "--pid");
  }
}
