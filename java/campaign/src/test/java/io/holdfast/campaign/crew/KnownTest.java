package io.holdfast.campaign.crew;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.result.ContentHash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of a set of inputs. */
class KnownTest {

  private static String view(List<ContentHash> names) {
    Known known = new Known();
    names.forEach(known::add);
    return known.view();
  }

  @Test
  void equalSetsAreEqualInWhateverOrderAndOthersAreNot() {
    List<ContentHash> names = new ArrayList<>();
    for (byte number = 0; number < 20; number++) {
      names.add(ContentHash.of(new byte[] {number}));
    }
    String whole = view(names);
    Collections.reverse(names);
    assertThat(view(names)).isEqualTo(whole);
    names.remove(names.size() - 1);
    assertThat(view(names)).isNotEqualTo(whole);
    names.add(ContentHash.of(new byte[] {99}));
    assertThat(view(names)).isNotEqualTo(whole);
  }
}
