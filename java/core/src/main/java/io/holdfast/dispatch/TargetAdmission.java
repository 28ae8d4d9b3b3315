package io.holdfast.dispatch;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupHeartbeatAnswer;
import io.holdfast.lease.GroupReleaseAnswer;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.WorkId;
import io.holdfast.target.TargetGroup;
import io.holdfast.target.TargetLeaseTable;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Admission by leases in a table that all coordinators share.
 *
 * <p>Any number of threads may use it, as they may the table.
 */
public final class TargetAdmission implements Admission {

  private final TargetLeaseTable table;
  private final Claimant who;

  /**
   * @param table open, and closed by its owner when nothing is asked any more
   * @param owner what the records name; which worker it will be is not known yet
   */
  public TargetAdmission(TargetLeaseTable table, String owner) {
    this.table = table;
    this.who = new Claimant(owner, 0);
  }

  @Override
  public Answer admit(TargetGroup group, Job job) throws Exception {
    GroupClaimAnswer answer = table.claimGroup(group, job.payload(), who);
    if (answer instanceof GroupClaimAnswer.Claimed claimed) {
      return new Answer.Granted(claimed.lease().token());
    }
    if (answer instanceof GroupClaimAnswer.Lost lost) {
      return new Answer.Conflict(targets(group, lost.members()), Map.of());
    }
    if (answer instanceof GroupClaimAnswer.Untrusted untrusted) {
      return new Answer.Unavailable(untrusted.reason(), true);
    }
    return refusal(group, (GroupClaimAnswer.Refused) answer);
  }

  /** A group in which anybody is known to stand in the way is a conflict; else nothing is known. */
  private static Answer refusal(TargetGroup group, GroupClaimAnswer.Refused refused) {
    Set<WorkId> inTheWay = new TreeSet<>();
    Map<Long, String> corrupt = new HashMap<>();
    String unavailable = "";
    for (Map.Entry<WorkId, ClaimAnswer> entry : refused.obstacles().entrySet()) {
      if (entry.getValue() instanceof ClaimAnswer.Unavailable nobodyKnows) {
        unavailable = nobodyKnows.reason();
        continue;
      }
      inTheWay.add(entry.getKey());
      if (entry.getValue() instanceof ClaimAnswer.Corrupt broken) {
        corrupt.put(target(group, entry.getKey()), broken.path() + ": " + broken.reason());
      }
    }
    return inTheWay.isEmpty()
        ? new Answer.Unavailable(unavailable, false)
        : new Answer.Conflict(targets(group, inTheWay), corrupt);
  }

  private static Set<Long> targets(TargetGroup group, Collection<WorkId> members) {
    Set<Long> targets = new HashSet<>();
    members.forEach(id -> targets.add(target(group, id)));
    return targets;
  }

  private static long target(TargetGroup group, WorkId id) {
    Long target = group.byId().get(id);
    if (target == null) {
      throw new IllegalStateException(id + " is no member of " + group);
    }
    return target;
  }

  /**
   * {@inheritDoc}
   *
   * @throws UndecidedException some group could not be read or locked in time
   */
  @Override
  public Set<TargetGroup> renew(Map<TargetGroup, LeaseToken> held) throws Exception {
    Set<TargetGroup> lost = new HashSet<>();
    for (Map.Entry<TargetGroup, GroupHeartbeatAnswer> entry :
        table.heartbeatGroups(held).entrySet()) {
      if (entry.getValue() instanceof GroupHeartbeatAnswer.Unavailable unavailable) {
        throw new UndecidedException(unavailable.reason());
      }
      if (entry.getValue() instanceof GroupHeartbeatAnswer.Stale) {
        lost.add(entry.getKey());
      }
    }
    return lost;
  }

  @Override
  public boolean withdraw(TargetGroup group, LeaseToken token) throws Exception {
    GroupReleaseAnswer answer = table.releaseGroup(group, token);
    if (answer instanceof GroupReleaseAnswer.Stale stale && !stale.stillOurs().isEmpty()) {
      TargetGroup rest = TargetGroup.of(List.copyOf(targets(group, stale.stillOurs())));
      return stale.corrupt().isEmpty()
          && table.releaseGroup(rest, token) instanceof GroupReleaseAnswer.Released;
    }
    return answer instanceof GroupReleaseAnswer.Released
        || (answer instanceof GroupReleaseAnswer.Stale stale && stale.corrupt().isEmpty());
  }

  @Override
  public int recover() throws Exception {
    return table.recoverExpired().size();
  }
}
