/** What target groups promise, as tests that anybody can hold a storage to. */
@NullMarked
package io.holdfast.testkit.target;

import org.jspecify.annotations.NullMarked;
