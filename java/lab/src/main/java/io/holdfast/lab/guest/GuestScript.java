package io.holdfast.lab.guest;

/** What is run inside of guests by their shell. */
enum GuestScript {
  INIT("init"),
  MODPROBE("modprobe"),
  NFS_SERVER("nfs-server"),
  NFS_CLIENT("nfs-client");

  private final String fileName;

  GuestScript(String fileName) {
    this.fileName = fileName;
  }

  String fileName() {
    return fileName;
  }

  String resource() {
    return fileName + ".sh";
  }
}
