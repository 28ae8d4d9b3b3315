/** What barriers, names, locks and leases cost in one directory, as rows that are values. */
@NullMarked
package io.holdfast.gauge;

import org.jspecify.annotations.NullMarked;
