package io.holdfast.dispatch;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.WorkId;

/**
 * What a worker is told to do.
 *
 * @param id the exact work
 * @param payload the job as its lease record has it
 * @param fence grows with every coordinator that gets this work; to be passed to whatever the work
 *     changes outside, which must refuse smaller ones
 */
public record Assignment(WorkId id, JsonObject payload, long fence) {}
