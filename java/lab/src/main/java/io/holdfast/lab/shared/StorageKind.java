package io.holdfast.lab.shared;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.Need;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds of storage that two clients can share in the lab. */
public enum StorageKind {
  /** The kernel's NFS server and two NFS clients, each a guest. */
  NFS,

  /** A Samba server and two clients of the kernel's SMB, each a guest. */
  SMB,

  /** Two guests with one disk between them. */
  OCFS2,

  /** A GlusterFS brick and two clients on this kernel, in networks of their own. */
  GLUSTER,

  /** A CephFS of one server of each sort and two clients on this kernel, likewise. */
  CEPH;

  /** What the ids of its cases begin with. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All of its cases, in the order in which they are run. */
  public List<StorageCase> cases() {
    return switch (this) {
      case NFS -> NfsCases.ALL;
      case SMB -> SmbCases.ALL;
      case OCFS2 -> Ocfs2Cases.ALL;
      case GLUSTER -> GlusterCases.ALL;
      case CEPH -> CephCases.ALL;
    };
  }

  /** Its case of an id, which may be given without the kind. */
  public Optional<StorageCase> caseNamed(String id) {
    return cases().stream()
        .filter(known -> known.id().equals(id) || known.shortId().equals(id))
        .findFirst();
  }

  /** The kind of an id. */
  static StorageKind named(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }

  /** The cases of all kinds. */
  public static List<StorageCase> allCases() {
    return Arrays.stream(values()).flatMap(kind -> kind.cases().stream()).toList();
  }

  /** Why a machine cannot have it, with advice; empty where it can. */
  public Optional<String> unavailabilityReason(Facilities machine) {
    return Need.firstMissing(machine, needs());
  }

  private List<Need> needs() {
    return switch (this) {
      case NFS -> NfsGuests.NEEDS;
      case SMB -> SmbGuests.NEEDS;
      case OCFS2 -> Ocfs2Guests.NEEDS;
      case GLUSTER -> GlusterClients.NEEDS;
      case CEPH -> CephClients.NEEDS;
    };
  }

  /**
   * Makes the storage and its clients; to be called inside of the lab's namespaces, once.
   *
   * @param site a directory that does not exist yet
   */
  SharedStorage raise(Path site) throws IOException {
    return switch (this) {
      case NFS -> new NfsGuests(site);
      case SMB -> new SmbGuests(site);
      case OCFS2 -> new Ocfs2Guests(site);
      case GLUSTER -> new GlusterClients(site);
      case CEPH -> new CephClients(site);
    };
  }
}
