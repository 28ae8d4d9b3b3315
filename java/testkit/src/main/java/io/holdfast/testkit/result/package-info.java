/** The contract of results: staged, sealed, published once, swept when nobody can commit them. */
@NullMarked
package io.holdfast.testkit.result;

import org.jspecify.annotations.NullMarked;
