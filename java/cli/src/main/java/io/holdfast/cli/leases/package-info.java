/** What the commands on lease tables say: rows, totals and findings as text and as JSON. */
@NullMarked
package io.holdfast.cli.leases;

import org.jspecify.annotations.NullMarked;
