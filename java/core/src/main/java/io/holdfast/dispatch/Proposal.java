package io.holdfast.dispatch;

/**
 * A job that a selector would like to be done. A wish: nothing is reserved for it.
 *
 * @param lane the selector's name
 * @param key by which the selector knows it again
 */
public record Proposal(String lane, String key, Job job) {}
