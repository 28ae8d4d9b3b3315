package io.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How old a look may be, by the options that the kernel shows of a mount. */
class ReadStalenessTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rw,vers=4.2,hard|60|60000",
        "rw,noac|60|0",
        "rw,acregmin=0,acregmax=0,acdirmin=0,acdirmax=0|60|0",
        "rw,acregmax=3,acdirmax=5|60|5000",
        "rw,acregmax=3|60|60000",
        "rw,actimeo=1|1|1000",
        "rw,actimeo=0|1|0",
        "rw,acregmax=2,acdirmax=1|1|2000",
        "rw,acregmax=x|60|60000"
      })
  void attributeCacheCountsAndItsDefaultWhereNothingIsSaid(
      String options, int defaultSeconds, long millis) {
    assertThat(ReadStaleness.millis(List.of(options.split(",")), defaultSeconds)).isEqualTo(millis);
  }
}
