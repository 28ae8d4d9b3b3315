package io.holdfast.lab.guest;

/** What is run inside of guests by their shell. */
public enum GuestScript {
  INIT("init"),
  MODPROBE("modprobe"),
  NFS_SERVER("nfs-server"),
  NFS_CLIENT("nfs-client"),
  SMB_SERVER("smb-server"),
  SMB_CLIENT("smb-client"),
  OCFS2_NODE("ocfs2-node");

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
