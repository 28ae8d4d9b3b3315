package io.holdfast.durable;

/**
 * Says whether a root may be relied on. A table asks at open and before each claim; whoever
 * qualified the root implements it.
 */
@FunctionalInterface
public interface RootTrust {

  /** The present answer; cheap, asked often, by any thread. */
  Answer ask();

  /** Trusted, with the reason, or not. */
  sealed interface Answer {

    record Trusted(String reason) implements Answer {}

    record Refused(String reason) implements Answer {}
  }

  /** The caller vouches for the root; the reason is kept as evidence. */
  static RootTrust declaredByCaller(String reason) {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("say why this root is trusted");
    }
    Answer trusted = new Answer.Trusted("declared by the caller: " + reason);
    return () -> trusted;
  }
}
