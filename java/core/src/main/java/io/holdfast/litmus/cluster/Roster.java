package io.holdfast.litmus.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who takes part, as all of them said.
 *
 * @param members in exchange order
 * @param representatives one exchange rank for each host: the lowest there, in order
 * @param notes what an administrator should know of them
 */
record Roster(List<Member> members, List<Integer> representatives, List<String> notes) {

  static final Roster EMPTY = new Roster(List.of(), List.of(), List.of());

  Roster {
    members = List.copyOf(members);
    representatives = List.copyOf(representatives);
    notes = List.copyOf(notes);
  }

  /** From the payloads of the membership. */
  static Roster of(List<Payload> joining) {
    List<Member> members = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    Map<String, Integer> byHost = new LinkedHashMap<>();
    Map<String, String> hostOfName = new TreeMap<>();
    for (int rank = 0; rank < joining.size(); rank++) {
      Member member = ((Payload.Joining) joining.get(rank)).member();
      members.add(member);
      if (byHost.putIfAbsent(member.host(), rank) == null
          && hostOfName.putIfAbsent(member.hostName(), member.host()) != null) {
        notes.add("two hosts have the name " + member.hostName() + ": a cloned image?");
      }
    }
    return new Roster(members, List.copyOf(byHost.values()), notes);
  }

  Member member(int rank) {
    return members.get(rank);
  }

  /** Ranks in the whole job. */
  List<Long> representativeRanks() {
    return representatives.stream().map(rank -> members.get(rank).rank()).toList();
  }

  /** A member that is not who it was. */
  Optional<Failure> contradiction(List<Payload> payloads, String where) {
    for (int rank = 0; rank < payloads.size(); rank++) {
      long said = payloads.get(rank).globalRank();
      if (said != members.get(rank).rank()) {
        return Optional.of(
            Failure.inconclusive(
                members.get(rank).words() + " now says that it is member " + said + where));
      }
    }
    return Optional.empty();
  }
}
