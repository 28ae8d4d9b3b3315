/** A whole run of coordinators and workers, for trying, measuring and breaking it. */
@NullMarked
package io.holdfast.campaign;

import org.jspecify.annotations.NullMarked;
