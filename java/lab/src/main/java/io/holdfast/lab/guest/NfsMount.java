package io.holdfast.lab.guest;

import java.util.Arrays;

/**
 * How a client mounts the server.
 *
 * @param options as mount(8) takes them, the version among them
 */
public record NfsMount(String options) {

  /** What NFS 4 calls the export is its root; NFS 3 calls it by its path on the server. */
  public String source() {
    boolean hasRoot = Arrays.stream(options.split(",", -1)).anyMatch(it -> it.startsWith("vers=4"));
    return GuestName.SERVER.word() + (hasRoot ? ":/" : ":/run/disk/export");
  }
}
