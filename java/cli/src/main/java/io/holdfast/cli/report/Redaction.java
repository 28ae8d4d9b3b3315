package io.holdfast.cli.report;

import io.holdfast.litmus.Answer;
import io.holdfast.litmus.Finding;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.LockSummary;
import io.holdfast.litmus.MemberFacts;
import io.holdfast.litmus.ProtocolVerdict;
import io.holdfast.litmus.Verdict;
import io.holdfast.mount.MountFacts;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A report that can be shown to strangers: host name, paths, mount points, mount sources and the
 * values of mount options that are not known to be harmless become {@value #MARK}, in their own
 * fields and wherever a sentence quotes them.
 *
 * <p>Kept: the boot id (random, says nothing of the host), kernel release, file system types,
 * figures. A part of a path that a sentence quotes without the rest is not found.
 */
public final class Redaction {

  public static final String MARK = "(redacted)";

  /** Options whose value is a number or a word of the kernel's, never a name or an address. */
  private static final Set<String> HARMLESS_OPTIONS =
      Set.of(
          "acdirmax",
          "acdirmin",
          "acregmax",
          "acregmin",
          "actimeo",
          "barrier",
          "cache",
          "commit",
          "compress",
          "data",
          "discard",
          "errors",
          "gid",
          "group_id",
          "index",
          "inode64",
          "local_lock",
          "logbsize",
          "logbufs",
          "lookupcache",
          "max_read",
          "metacopy",
          "mode",
          "mountproto",
          "mountvers",
          "namlen",
          "nconnect",
          "nfs_export",
          "nr_inodes",
          "proto",
          "redirect_dir",
          "retrans",
          "rsize",
          "size",
          "space_cache",
          "stripe",
          "subvolid",
          "timeo",
          "uid",
          "user_id",
          "uuid",
          "vers",
          "verity",
          "wsize",
          "xino");

  private final List<String> secrets;
  private final List<String> members;

  private Redaction(List<String> secrets) {
    this(secrets, List.of());
  }

  private Redaction(List<String> secrets, List<MemberFacts> members) {
    this.secrets = secrets;
    this.members = members.stream().map(MemberFacts::name).toList();
  }

  public static LocalReport apply(LocalReport report) {
    return new Redaction(secretsOf(report)).redacted(report);
  }

  /** Members keep the names of their places in the list: {@code member-1}. */
  public static LitmusReport apply(LitmusReport report) {
    List<String> secrets = new ArrayList<>();
    for (MemberFacts member : report.members()) {
      addPath(secrets, member.directory());
      addMount(secrets, member.mount());
      add(secrets, member.hostName());
    }
    secrets.sort(Comparator.comparingInt(String::length).reversed());
    return new Redaction(secrets, report.members()).redacted(report);
  }

  /** A request without the paths that it names. */
  public static LocalRequest apply(LocalRequest request) {
    return new LocalRequest(
        path(request.directory()),
        request.also() == null ? null : path(request.also()),
        request.publication() == null ? null : path(request.publication()),
        request.profile(),
        request.probeTimeoutNanos(),
        request.measureCosts());
  }

  /** An error message without the paths that it may name. */
  public static String message(String message, List<RawPath> paths) {
    List<String> secrets =
        paths.stream()
            .map(RawPath::toString)
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    return new Redaction(secrets).text(message);
  }

  /** An error message without texts that it may quote. */
  public static String messageOf(String message, List<String> secrets) {
    List<String> longest = new ArrayList<>();
    secrets.forEach(secret -> add(longest, secret));
    longest.sort(Comparator.comparingInt(String::length).reversed());
    return new Redaction(longest).text(message);
  }

  /** Replaces every secret of a report in a text. */
  private String text(String text) {
    String result = text;
    for (int i = 0; i < members.size(); i++) {
      Pattern whole =
          Pattern.compile("(?<![\\w.-])" + Pattern.quote(members.get(i)) + "(?![\\w-])");
      result = whole.matcher(result).replaceAll("member-" + (i + 1));
    }
    for (String secret : secrets) {
      result = result.replace(secret, MARK);
    }
    return result;
  }

  private LocalReport redacted(LocalReport report) {
    return new LocalReport(
        path(report.directory()),
        report.also() == null ? null : path(report.also()),
        report.publication() == null ? null : path(report.publication()),
        report.profile(),
        report.scope(),
        verdict(report.verdict()),
        report.binding(),
        report.kernel(),
        report.bootId(),
        MARK,
        report.startedMillis(),
        report.elapsedNanos(),
        mount(report.mount()),
        report.alsoMount() == null ? null : mount(report.alsoMount()),
        report.publicationMount() == null ? null : mount(report.publicationMount()),
        report.answers().stream().map(this::answer).toList(),
        report.locks().stream()
            .map(l -> new LockSummary(l.kind(), l.observed(), text(l.expected())))
            .toList(),
        report.costs(),
        report.findings().stream().map(this::finding).toList());
  }

  /** Where a link leads is in no other field, so that nothing finds it in the sentence. */
  private Finding finding(Finding finding) {
    return new Finding(
        finding.id(),
        finding.id().equals(LocalReport.LINKED_ROOT)
            ? LocalReport.linkedRoot(MARK, MARK)
            : text(finding.text()));
  }

  private LitmusReport redacted(LitmusReport report) {
    return new LitmusReport(
        report.profile(),
        report.asked(),
        report.reached(),
        verdict(report.verdict()),
        report.protocols().stream()
            .map(p -> new ProtocolVerdict(p.protocol(), p.profile(), verdict(p.verdict())))
            .toList(),
        report.hosts(),
        report.syntheticTopology(),
        report.startedMillis(),
        report.elapsedNanos(),
        report.members().stream().map(this::member).toList(),
        report.answers().stream().map(this::answer).toList(),
        report.locks().stream()
            .map(l -> new LockSummary(l.kind(), l.observed(), text(l.expected())))
            .toList(),
        report.findings().stream().map(f -> new Finding(f.id(), text(f.text()))).toList());
  }

  private MemberFacts member(MemberFacts member) {
    return new MemberFacts(
        text(member.name()),
        path(member.directory()),
        MARK,
        member.bootId(),
        member.kernel(),
        member.machine(),
        member.dev(),
        mount(member.mount()),
        member.clock());
  }

  private Answer answer(Answer answer) {
    return new Answer(
        answer.question(),
        verdict(answer.verdict()),
        answer.errno(),
        answer.nanos(),
        text(answer.evidence()));
  }

  private Verdict verdict(Verdict verdict) {
    if (verdict instanceof Verdict.Refuted refuted) {
      return Verdict.refuted(text(refuted.counterExample()));
    }
    return verdict instanceof Verdict.Inconclusive inconclusive
        ? Verdict.inconclusive(text(inconclusive.reason()))
        : verdict;
  }

  /** A mount without the names in it. */
  public static MountFacts mount(MountFacts mount) {
    return new MountFacts(
        mount.mountId(),
        mount.device(),
        mount.type(),
        MARK,
        MARK,
        MARK,
        mount.options().stream().map(Redaction::option).toList());
  }

  private static String option(String option) {
    int equals = option.indexOf('=');
    if (equals < 0) {
      return option;
    }
    String name = option.substring(0, equals);
    return HARMLESS_OPTIONS.contains(name) ? option : name + "=" + MARK;
  }

  private static RawPath path(RawPath ignored) {
    return RawPath.of(MARK);
  }

  // ---- what must not be seen

  /** Longest first, so that no secret survives as the rest of a shorter one. */
  private static List<String> secretsOf(LocalReport report) {
    List<String> secrets = new ArrayList<>();
    addPath(secrets, report.directory());
    addPath(secrets, report.also());
    addPath(secrets, report.publication());
    addMount(secrets, report.mount());
    addMount(secrets, report.alsoMount());
    addMount(secrets, report.publicationMount());
    add(secrets, report.host());
    secrets.sort(Comparator.comparingInt(String::length).reversed());
    return secrets;
  }

  private static void addPath(List<String> secrets, @Nullable RawPath path) {
    if (path != null) {
      add(secrets, path.toString());
      add(secrets, JsonDocument.decoded(path));
    }
  }

  private static void addMount(List<String> secrets, @Nullable MountFacts mount) {
    if (mount == null) {
      return;
    }
    add(secrets, mount.root());
    add(secrets, mount.mountPoint());
    if (!mount.source().equals(mount.type()) && !mount.source().equals("none")) {
      add(secrets, mount.source());
    }
    for (String option : mount.options()) {
      String shown = option(option);
      if (!shown.equals(option)) {
        add(secrets, option.substring(option.indexOf('=') + 1));
      }
    }
  }

  /** A single character ({@code /}, {@code .}) tells nothing and stands everywhere. */
  private static void add(List<String> secrets, String secret) {
    if (secret.length() > 1) {
      secrets.add(secret);
    }
  }
}
