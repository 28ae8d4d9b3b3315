package io.holdfast.litmus;

/**
 * Something an administrator should know that does not change the verdict.
 *
 * @param id stable, lower case with hyphens, e.g. {@code flock-not-as-mounted}
 * @param text one sentence, with advice where there is any
 */
public record Finding(String id, String text) {}
