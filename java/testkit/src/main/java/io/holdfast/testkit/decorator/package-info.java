/**
 * Posix in front of Posix: forwards, fails or writes down calls. Works on any binding and on the
 * simulator.
 */
@NullMarked
package io.holdfast.testkit.decorator;

import org.jspecify.annotations.NullMarked;
