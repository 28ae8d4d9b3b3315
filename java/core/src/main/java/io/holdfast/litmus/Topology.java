package io.holdfast.litmus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who the members are to each other. Pure. */
final class Topology {

  private Topology() {}

  /** The lowest member of each host, in order. */
  static List<Integer> representatives(List<String> bootIds) {
    Map<String, Integer> lowest = new LinkedHashMap<>();
    for (int i = 0; i < bootIds.size(); i++) {
      lowest.putIfAbsent(bootIds.get(i), i);
    }
    return List.copyOf(lowest.values());
  }

  /** The widest scope of which these members can show something. */
  static Scope reached(List<MemberFacts> members) {
    if (members.stream().map(MemberFacts::bootId).distinct().count() > 1) {
      return Scope.CROSS_HOST;
    }
    boolean oneClient = members.stream().map(MemberFacts::dev).distinct().count() == 1;
    return oneClient ? Scope.SAME_CLIENT : Scope.SAME_HOST_TWO_MOUNTS;
  }

  /** Why nothing can be shown between hosts; empty where it can. */
  static String unshown(List<MemberFacts> members) {
    return reached(members) == Scope.CROSS_HOST
        ? ""
        : "all members are one host (boot id "
            + members.get(0).bootId()
            + "), which shows nothing between hosts";
  }

  /** One boot id under two names, and one name with several boot ids. */
  static List<Finding> findings(List<MemberFacts> members) {
    List<Finding> findings = new ArrayList<>();
    Map<String, MemberFacts> byBoot = new LinkedHashMap<>();
    Map<String, MemberFacts> byHost = new LinkedHashMap<>();
    for (MemberFacts member : members) {
      MemberFacts sameBoot = byBoot.putIfAbsent(member.bootId(), member);
      if (sameBoot != null) {
        findings.add(
            new Finding(
                "one-host",
                member.name()
                    + " and "
                    + sameBoot.name()
                    + " are one host"
                    + named(member, sameBoot)
                    + ": one boot id ("
                    + member.bootId()
                    + ")"));
      }
      MemberFacts sameHost = byHost.putIfAbsent(member.hostName(), member);
      if (sameHost != null && !sameHost.bootId().equals(member.bootId())) {
        findings.add(
            new Finding(
                "one-host-name",
                member.name()
                    + " and "
                    + sameHost.name()
                    + " call themselves "
                    + member.hostName()
                    + " and are two hosts; NFS clients of one name may be taken for one client:"
                    + " give each clone a host name and an NFS client identity of its own"
                    + " (nfs4_unique_id)"));
      }
    }
    return findings;
  }

  private static String named(MemberFacts one, MemberFacts other) {
    return one.hostName().equals(other.hostName())
        ? ""
        : " under the names " + other.hostName() + " and " + one.hostName();
  }
}
