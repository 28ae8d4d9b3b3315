package io.holdfast.lease;

import io.holdfast.lease.FenceView.RecordSight;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds one id of a fence table to every rule that can be seen from its names and records. Changes
 * nothing. What is broken only because it moved meanwhile is looked at again by the caller.
 */
final class FenceAudit {

  private final FileAudit fileAudit;
  private final FenceView view;
  private final List<TableFinding> findings = new ArrayList<>();
  private final List<FenceName> records = new ArrayList<>();
  private final List<FenceName> fences = new ArrayList<>();
  private boolean hasHint;

  FenceAudit(FileAudit fileAudit, FenceView view) {
    this.fileAudit = fileAudit;
    this.view = view;
  }

  /**
   * Looks at an id.
   *
   * @param names that begin with it
   */
  IdAudit run(List<String> names) throws PosixException {
    IdAudit audit = inEra(names);
    FenceEra era = view.lookAtEra();
    if (era.failure().isPresent()) {
      return new IdAudit(era.failure().get(), List.of());
    }
    return era.floor() == view.era().floor()
        ? audit
        : new FenceAudit(fileAudit, view.in(era)).run(names);
  }

  private IdAudit inEra(List<String> names) throws PosixException {
    sort(names);
    Optional<FileStat> origin = view.origin();
    if (origin.isEmpty()) {
      withoutOrigin();
      return new IdAudit(new Reading.Absent(), findings);
    }
    checkOrigin(origin.get());
    List<FenceName> genuine = view.fences(origin.get(), names);
    for (FenceName fence : fences) {
      if (!genuine.contains(fence)) {
        add(
            fence.number() == 0 ? Check.LEFTOVER : Check.FOREIGN,
            fence.fence(view.id()).toString(),
            "a fence that is not the origin's: nobody follows it");
      }
    }
    if (genuine.isEmpty()) {
      String reason = "no fence is seen beside the origin: nobody can take this id any more";
      add(Check.NO_FENCE, view.originName().toString(), reason);
      return new IdAudit(new Reading.Unavailable(reason), findings);
    }
    return withFence(genuine);
  }

  private void sort(List<String> names) throws PosixException {
    List<String> ended = new ArrayList<>();
    if (view.era().floor() > 0) {
      FenceSweeper.ended(view, names).forEach(name -> ended.add(name.toString()));
    }
    for (String name : names) {
      if (ended.contains(name)) {
        add(Check.LEFTOVER, name, "from before the id was retired");
      } else {
        sort(name);
      }
    }
  }

  private void sort(String name) {
    Optional<FenceName> fence = FenceName.ofFence(name);
    Optional<FenceName> record = FenceName.ofRecord(name);
    if (fence.isPresent()) {
      fences.add(fence.get());
    } else if (record.isPresent()) {
      records.add(record.get());
    } else if (name.equals(FenceName.hint(view.id()).toString())) {
      hasHint = true;
    } else if (FenceName.isPassing(name)) {
      add(Check.LEFTOVER, name, "a name that was to live for a moment");
    } else if (FenceName.ofOrigin(name).isEmpty()) {
      add(Check.FOREIGN, name, "no name of a fence table");
    } else if (!name.equals(view.originName().toString())) {
      add(Check.TOMBSTONE, name, "the tombstone is missing that it tells of");
    }
  }

  private void withoutOrigin() {
    for (FenceName fence : fences) {
      addWithoutOrigin(fence.fence(view.id()).toString(), fence.number());
    }
    for (FenceName record : records) {
      addWithoutOrigin(record.record(view.id()).toString(), record.number());
    }
    if (hasHint) {
      addWithoutOrigin(FenceName.hint(view.id()).toString(), 1);
    }
  }

  private void addWithoutOrigin(String name, long number) {
    if (number == 0) {
      add(Check.PENDING, name, "a beginning that is not finished");
    } else {
      add(Check.MISSING_ORIGIN, name, "its origin is gone: the id would begin anew");
    }
  }

  private void checkOrigin(FileStat origin) throws PosixException {
    String name = view.originName().toString();
    if (!origin.isRegular()) {
      add(Check.ORIGIN, name, "no regular file");
      return;
    }
    fileAudit.check(view.files(), name, origin, findings);
    FileContent content = view.files().read(view.originName());
    if (content instanceof FileContent.Bytes bytes
        && FenceCodec.nonceOf(view.id(), bytes.bytes()).isEmpty()) {
      add(Check.ORIGIN, name, "its content is not the line of a fence of this id");
    } else if (content instanceof FileContent.Refused refused) {
      add(Check.ORIGIN, name, refused.reason());
    }
  }

  private IdAudit withFence(List<FenceName> genuine) throws PosixException {
    FenceName top = genuine.get(0);
    for (FenceName lower : genuine.subList(1, genuine.size())) {
      if (bothStand(top, lower)) {
        String name = lower.fence(view.id()).toString();
        add(Check.TWO_FENCES, name, "genuine, and so is " + top.fence(view.id()));
      }
    }
    for (FenceName record : records) {
      checkOther(record, top);
    }
    checkHint(top);
    String name = top.record(view.id()).toString();
    RecordSight sight = view.record(top);
    if (sight instanceof RecordSight.Whole whole) {
      Optional<FileStat> there = view.files().look(top.record(view.id()));
      if (there.isPresent()) {
        fileAudit.check(view.files(), name, there.get(), findings);
      }
      return new IdAudit(new Reading.Present(whole.stamped().record()), findings);
    }
    if (sight instanceof RecordSight.Broken broken) {
      add(Check.RECORD, name, broken.reason());
      return new IdAudit(
          new Reading.Corrupt(view.pathOf(top.record(view.id())), broken.reason()), findings);
    }
    String reason = "the fence stands, and its record is not there";
    add(Check.MISSING_RECORD, name, reason);
    return new IdAudit(new Reading.Unavailable(reason), findings);
  }

  /** A listing is no snapshot: whoever is seen in another one as well has not just been moved. */
  private boolean bothStand(FenceName top, FenceName lower) throws PosixException {
    List<String> again = view.files().list();
    return again.contains(top.fence(view.id()).toString())
        && again.contains(lower.fence(view.id()).toString());
  }

  private void checkOther(FenceName record, FenceName top) {
    String name = record.record(view.id()).toString();
    long standing = top.number() == 0 ? view.era().floor() : top.number();
    if (record.number() > standing + 1) {
      String reason =
          "the fence stands at " + standing + ": a transition that was durable once is lost";
      add(Check.LOST_FENCE, name, reason);
    } else if (record.number() > standing) {
      add(Check.PENDING, name, "staged; its fence has not moved there, and may yet");
    } else if (FenceSweeper.isPassed(record, top)) {
      add(Check.LEFTOVER, name, "the fence has passed it");
    }
  }

  private void checkHint(FenceName top) throws PosixException {
    if (!hasHint) {
      return;
    }
    String name = FenceName.hint(view.id()).toString();
    FileContent content = view.files().read(FenceName.hint(view.id()));
    if (content instanceof FileContent.Refused refused) {
      add(Check.HINT, name, refused.reason());
    } else if (content instanceof FileContent.Bytes bytes) {
      try {
        FenceName at = FenceCodec.decode(view.id(), bytes.bytes()).stamp().at();
        if (!at.equals(top)) {
          add(Check.HINT, name, "it is of number " + at.number() + ", not of " + top.number());
        }
      } catch (LeaseFormatException e) {
        add(Check.HINT, name, String.valueOf(e.getMessage()));
      }
    }
  }

  private void add(Check check, String name, String reason) {
    findings.add(TableFinding.of(check, view.files().label(), name, reason));
  }
}
