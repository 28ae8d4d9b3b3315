/** What tests of Holdfast and of its users share: made-up hosts and clocks set by hand. */
@NullMarked
package io.holdfast.testkit;

import org.jspecify.annotations.NullMarked;
