/** Litmus and qualification held to what they promise: members, carriers and hands of tests. */
@NullMarked
package io.holdfast.testkit.litmus;

import org.jspecify.annotations.NullMarked;
