package io.holdfast.jni.fork;

import io.holdfast.jni.JniProvider;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Bindings;
import io.holdfast.posix.Posix;

/** Loads the binding and prints where its library came from, or why there is none (exit 4). */
public final class Origin {

  private Origin() {}

  public static void main(String[] arguments) {
    try {
      Posix posix = Bindings.find().choose("jni");
      if (posix.getpid() != ProcessHandle.current().pid()) {
        throw new IllegalStateException("getpid");
      }
      System.out.println(new JniProvider().origin());
    } catch (BindingUnavailableException e) {
      System.out.println(e.getMessage());
      System.exit(4);
    }
  }
}
