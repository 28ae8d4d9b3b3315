/** Carries the frames of coordinators through the pipes of the campaign that has started them. */
@NullMarked
package io.holdfast.campaign.relay;

import org.jspecify.annotations.NullMarked;
