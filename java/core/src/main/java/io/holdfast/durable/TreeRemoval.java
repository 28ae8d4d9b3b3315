package io.holdfast.durable;

/**
 * What became of a bounded removal.
 *
 * @param removedEntries names removed by this call, the tree's own included
 * @param complete whether the tree is gone; if not, call again
 */
public record TreeRemoval(int removedEntries, boolean complete) {}
