package io.holdfast.dispatch;

/** How a commit ended. */
sealed interface CommitStep permits Committed, Rejected {}
