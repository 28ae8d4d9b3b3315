/** Programs that documents show, word for word. */
package io.holdfast.jni.example;
