package io.holdfast.litmus;

import io.holdfast.posix.Errno;

/** What a non-blocking lock call said. */
enum Attempt {
  GRANTED,
  /** EAGAIN; EACCES on SMB. */
  BUSY,
  /** EINTR: to be asked again. */
  INTERRUPTED,
  /** Any other errno: this lock kind is not to be had, and none is put in its place. */
  REFUSED,
  /** No answer. */
  SILENT;

  static Attempt of(Reply reply) {
    if (reply instanceof Reply.Ok) {
      return GRANTED;
    }
    if (reply instanceof Reply.Failed failed) {
      return of(failed.errno());
    }
    return SILENT;
  }

  /**
   * {@link #of(Reply)} where a refusal, or no answer, ends the experiment.
   *
   * @param asked who made the call
   */
  static Attempt judged(LockKind kind, Contender asked, Reply reply, String phase)
      throws Stopped, LitmusException {
    Attempt attempt = of(reply);
    if (attempt == SILENT) {
      throw asked.unexpected(phase, reply);
    }
    if (attempt == REFUSED) {
      Errno errno = ((Reply.Failed) reply).errno();
      String said = kind.call() + " answered " + errno + " to " + asked.name();
      throw Stopped.refuted(said + " (phase " + phase + ")", errno);
    }
    return attempt;
  }

  private static Attempt of(Errno errno) {
    if (errno.equals(Errno.EAGAIN) || errno.equals(Errno.EACCES)) {
      return BUSY;
    }
    return errno.equals(Errno.EINTR) ? INTERRUPTED : REFUSED;
  }
}
