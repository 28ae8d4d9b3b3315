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
  NFS(NfsCases.ALL, NfsGuests.NEEDS, NfsGuests::new),

  /** A Samba server and two clients of the kernel's SMB, each a guest. */
  SMB(SmbCases.ALL, SmbGuests.NEEDS, SmbGuests::new),

  /** Two guests with one disk between them. */
  OCFS2(Ocfs2Cases.ALL, Ocfs2Guests.NEEDS, Ocfs2Guests::new),

  /** A GlusterFS brick and two clients on this kernel, in networks of their own. */
  GLUSTER(GlusterCases.ALL, GlusterClients.NEEDS, GlusterClients::new);

  private interface Raising {
    SharedStorage in(Path site) throws IOException;
  }

  private final List<StorageCase> cases;
  private final List<Need> needs;
  private final Raising raising;

  StorageKind(List<StorageCase> cases, List<Need> needs, Raising raising) {
    this.cases = cases;
    this.needs = needs;
    this.raising = raising;
  }

  /** What the ids of its cases begin with. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All of its cases, in the order in which they are run. */
  public List<StorageCase> cases() {
    return cases;
  }

  /** Its case of an id, which may be given without the kind. */
  public Optional<StorageCase> caseNamed(String id) {
    return cases.stream()
        .filter(known -> known.id().equals(id) || known.shortId().equals(id))
        .findFirst();
  }

  /** The kind of an id. */
  static StorageKind named(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }

  /** The cases of all kinds. */
  public static List<StorageCase> allCases() {
    return Arrays.stream(values()).flatMap(kind -> kind.cases.stream()).toList();
  }

  /** Why a machine cannot have it, with advice; empty where it can. */
  public Optional<String> unavailabilityReason(Facilities machine) {
    return Need.firstMissing(machine, needs);
  }

  /**
   * Makes the storage and its clients; to be called inside of the lab's namespaces, once.
   *
   * @param site a directory that does not exist yet
   */
  SharedStorage raise(Path site) throws IOException {
    return raising.in(site);
  }
}
