package io.holdfast.dispatch;

/** How the claim of exact work ended. */
sealed interface ClaimStep permits Claimed, Rejected {}
