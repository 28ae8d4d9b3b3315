package io.holdfast.lab.shared;

import io.holdfast.lab.CaseDescription;
import io.holdfast.litmus.Profile;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What befalls two clients of one NFS 4.2 server in which commands of this project run. */
public interface GuestCase extends CaseDescription {

  /** The word before the slash of its id. */
  String group();

  /** What befalls them, in a few words. */
  String words();

  /** That of the enum. */
  String name();

  @Override
  default String id() {
    return group() + "/" + shortId();
  }

  /** The id without its group. */
  default String shortId() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  default String storage() {
    return words() + ", NFS 4.2";
  }

  @Override
  default Profile profile() {
    return Profile.LEASE_TABLE;
  }

  /** The case of an id, which may be given without its group. */
  static <C extends GuestCase> Optional<C> named(List<C> all, String id) {
    return all.stream()
        .filter(known -> known.id().equals(id) || known.shortId().equals(id))
        .findFirst();
  }
}
