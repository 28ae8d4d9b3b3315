package io.holdfast.testkit.agreement;

import java.util.function.Function;

/** A call that can be made in any world and whose answer means the same in all. */
record Step(String text, Function<World, String> call) {}
