package io.holdfast.cli.lab;

import io.holdfast.lab.CaseDescription;
import io.holdfast.lab.LabCases;
import io.holdfast.lab.guest.NfsCases;
import java.util.Optional;

/** All cases of the lab, whoever runs them. */
final class KnownCases {

  private KnownCases() {}

  /**
   * The case of an id.
   *
   * @throws IllegalArgumentException when there is none
   */
  static CaseDescription named(String id) {
    Optional<CaseDescription> guests = NfsCases.named(id).map(CaseDescription.class::cast);
    return guests.orElseGet(() -> LabCases.named(id));
  }
}
