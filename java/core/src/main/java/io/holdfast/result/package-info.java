/**
 * Brings a result from the worker that made it to where everybody looks, once, whoever dies on the
 * way.
 *
 * <p>A worker fills a {@link io.holdfast.result.ResultStage} and seals it: from then on every file
 * of it is durable, under the digest of its content. The {@link io.holdfast.result.ResultManifest}
 * goes into the commit of the lease. A {@link io.holdfast.result.ResultPublisher}, of this
 * coordinator or of the one that replays the commit, moves the files into the publication root,
 * public first. A {@link io.holdfast.result.StageSweeper} removes stages that can never be
 * committed any more.
 *
 * <p>This room knows of leases that a commit is replayed, and that a number of a record which has
 * passed never comes back.
 */
@NullMarked
package io.holdfast.result;

import org.jspecify.annotations.NullMarked;
