/** What came of campaigns, for people and for programs. */
@NullMarked
package io.holdfast.cli.campaign;

import org.jspecify.annotations.NullMarked;
