/**
 * Programs that tests run in a JVM of their own. Not in the binding's package: on the module path
 * that package belongs to the module.
 */
package io.holdfast.ffm.fork;
