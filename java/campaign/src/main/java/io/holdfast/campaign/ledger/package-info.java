/** What the processes of a campaign tell of themselves, and what follows from it. */
@NullMarked
package io.holdfast.campaign.ledger;

import org.jspecify.annotations.NullMarked;
