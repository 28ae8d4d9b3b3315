package io.holdfast.litmus.cluster;

import java.util.List;

/**
 * What one generation's litmus was about and counted; every member has to have the same.
 *
 * @param members in exchange order
 * @param representatives one for each host: the lowest rank there, in order
 */
public record Transcript(
    Epoch epoch, long generation, List<Member> members, List<Long> representatives, Counts counts) {

  private static final String DOMAIN = "symcc-cluster-lock-proof-transcript-v1";

  public Transcript {
    members = List.copyOf(members);
    representatives = List.copyOf(representatives);
  }

  /** T_g, 64 hex digits. */
  public String digest() {
    DomainDigest digest =
        new DomainDigest(DOMAIN)
            .add(epoch.bytes())
            .addLong(generation)
            .addLong(members.size())
            .addLong(representatives.size())
            .addLong(counts.rounds())
            .addLong(counts.contention())
            .addLong(counts.release())
            .addLong(counts.identity());
    for (Member member : members) {
      digest.addLong(member.rank()).addText(member.processor());
    }
    for (long representative : representatives) {
      digest.addLong(representative);
    }
    return digest.hex();
  }
}
