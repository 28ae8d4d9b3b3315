package io.holdfast.cli.lab;

import io.holdfast.lab.CaseDescription;
import io.holdfast.lab.LabCases;
import io.holdfast.lab.shared.CampaignCase;
import io.holdfast.lab.shared.CutCase;
import io.holdfast.lab.shared.RenewalCase;
import io.holdfast.lab.shared.StorageKind;
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
    Optional<CaseDescription> shared =
        StorageKind.allCases().stream()
            .filter(known -> known.id().equals(id))
            .map(CaseDescription.class::cast)
            .findFirst();
    Optional<CaseDescription> renewal = RenewalCase.named(id).map(CaseDescription.class::cast);
    Optional<CaseDescription> campaign = CampaignCase.named(id).map(CaseDescription.class::cast);
    Optional<CaseDescription> cut = CutCase.named(id).map(CaseDescription.class::cast);
    return shared
        .or(() -> renewal)
        .or(() -> campaign)
        .or(() -> cut)
        .orElseGet(() -> LabCases.named(id));
  }
}
