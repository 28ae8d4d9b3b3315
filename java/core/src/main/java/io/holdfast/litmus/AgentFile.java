package io.holdfast.litmus;

import io.holdfast.digest.Sha256;
import io.holdfast.natives.NativeFile;
import io.holdfast.natives.NativeFiles;
import java.io.IOException;

/** The bytes of {@code holdfast-agent}, to be sent to another host. Immutable. */
public final class AgentFile {

  private final byte[] bytes;
  private final String sha256;

  AgentFile(byte[] bytes, String sha256) {
    this.bytes = bytes.clone();
    this.sha256 = sha256;
  }

  /** Reads the agent of this platform. */
  public static AgentFile read() throws IOException {
    try (NativeFile program = NativeFiles.find(LocalAgentLauncher.PROGRAM)) {
      byte[] bytes = program.read();
      return new AgentFile(bytes, Sha256.hex(bytes));
    }
  }

  byte[] bytes() {
    return bytes.clone();
  }

  /** In lower-case hex. */
  String sha256() {
    return sha256;
  }
}
