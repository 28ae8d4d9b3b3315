/**
 * What every coordinator that dispatches must do, whatever carries its tables: {@link
 * io.holdfast.testkit.dispatch.DispatchContract}, with workers, results and a lane that obey a
 * test. What every lane must do: {@link io.holdfast.testkit.dispatch.SelectorContract}.
 */
@NullMarked
package io.holdfast.testkit.dispatch;

import org.jspecify.annotations.NullMarked;
