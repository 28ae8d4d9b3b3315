package io.holdfast.result;

import java.util.Optional;

/**
 * A result that is public and durable.
 *
 * @param moved contents that this call moved into the publication root
 * @param found contents that were public already, with the digest that their name says
 * @param leftover why the stage, or a part of it, is still there; a sweeper removes it later
 */
public record Published(int moved, int found, Optional<String> leftover) {}
