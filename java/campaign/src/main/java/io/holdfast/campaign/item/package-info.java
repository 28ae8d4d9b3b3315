/** What a campaign works on: its directory, its plan, inputs and what comes of them. */
@NullMarked
package io.holdfast.campaign.item;

import org.jspecify.annotations.NullMarked;
