/**
 * An {@link io.holdfast.litmus.cluster.Exchange} between processes by JGroups: a group file says
 * who, a secret or TLS says who may, and JGroups tells who was lost.
 */
@NullMarked
package io.holdfast.exchange.jgroups;

import org.jspecify.annotations.NullMarked;
