package io.holdfast.ffm.fork;

import io.holdfast.ffm.FfmProvider;
import io.holdfast.posix.BindingUnavailableException;

/** Loads the binding and prints where its library came from, or why there is none. */
public final class Origin {

  private Origin() {}

  public static void main(String[] arguments) {
    try {
      FfmProvider provider = new FfmProvider();
      if (provider.load().getpid() != ProcessHandle.current().pid()) {
        throw new IllegalStateException("getpid");
      }
      System.out.println(provider.origin());
    } catch (BindingUnavailableException e) {
      System.out.println(e.getMessage());
    }
  }
}
