/**
 * Reads JSON strictly and writes it canonically.
 *
 * <p>Strictly: one value, nothing behind it, no duplicate keys, UTF-8 only, every size limited
 * before it is believed. Canonically: what Python's {@code json.dumps(value, sort_keys=True,
 * separators=(",", ":"), ensure_ascii=True, allow_nan=False)} writes, so that digests agree between
 * languages. This room knows nothing of files and leases.
 */
@NullMarked
package io.holdfast.json;

import org.jspecify.annotations.NullMarked;
