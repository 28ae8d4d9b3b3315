/** Programs of tests in a JVM of their own: what happens once in a JVM, or ends it. */
@NullMarked
package io.holdfast.testkit.fork;

import org.jspecify.annotations.NullMarked;
