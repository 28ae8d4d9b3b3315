package io.holdfast.result;

import java.util.Optional;

/** Who says whether a stage may still be committed. */
@FunctionalInterface
public interface StageClaims {

  /**
   * Why a stage stays; empty when it can never be committed any more, whoever is alive, frozen or
   * late. Age and death are no reasons; where nothing can be known, it stays.
   */
  Optional<String> reasonToKeep(StageName stage, StageOrigin origin) throws Exception;
}
