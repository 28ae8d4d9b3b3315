package io.holdfast.dispatch;

import io.holdfast.json.JsonValue.JsonObject;

/**
 * Advice on a job, from a heuristic or an agent, taken right before the job is sent.
 *
 * @param targets what it would work on; listened to only where the job names no targets itself
 * @param tuning strategy, focus, parameters: they are laid over those of the job
 */
public record Hint(TargetContract targets, JsonObject tuning) {}
