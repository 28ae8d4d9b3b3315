/** The processes of a campaign: coordinators, their workers, and what passes between them. */
@NullMarked
package io.holdfast.campaign.crew;

import org.jspecify.annotations.NullMarked;
