/**
 * The native files of Holdfast as resources below {@code META-INF/native/}; no class. A module of
 * its own so that the binding can ask for it: resources of a module that nobody requires are not
 * there.
 */
module io.holdfast.nativefiles {}
