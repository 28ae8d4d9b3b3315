package io.holdfast.posix;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The check that a binding with C code behind it makes before its first call. */
public final class NativeAbi {

  /** {@code HF_ABI_VERSION} of the holdfast.h that this core was written for. */
  public static final int VERSION = 1;

  private NativeAbi() {}

  /**
   * Compares what a library says of itself with this core.
   *
   * @param version {@code hf_abi_version()}
   * @param constants {@code hf_constants()}: every name with its value; asked only of a library
   *     whose version fits
   * @throws BindingUnavailableException naming both versions, or each constant that differs with
   *     both values
   */
  public static void verify(int version, Supplier<Map<String, Long>> constants)
      throws BindingUnavailableException {
    if (version != VERSION) {
      throw new BindingUnavailableException(
          "the library has ABI version " + version + ", this core needs " + VERSION);
    }
    Map<String, Long> ours = PlatformConstants.all();
    Map<String, Long> theirs = constants.get();
    TreeSet<String> names = new TreeSet<>(ours.keySet());
    names.addAll(theirs.keySet());
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      String here = String.valueOf(ours.get(name));
      String there = String.valueOf(theirs.get(name));
      if (!here.equals(there)) {
        differences.add(name + " is " + here + " in core and " + there + " in the library");
      }
    }
    if (!differences.isEmpty()) {
      throw new BindingUnavailableException(String.join(", ", differences));
    }
  }
}
