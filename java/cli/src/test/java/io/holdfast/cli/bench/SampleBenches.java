package io.holdfast.cli.bench;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DirectorySupport;
import io.holdfast.durable.DirectorySupport.Barrier;
import io.holdfast.gauge.ClientsReport;
import io.holdfast.gauge.ClientsRequest;
import io.holdfast.gauge.ClientsRow;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.GaugeRequest;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Place;
import io.holdfast.gauge.Row;
import io.holdfast.gauge.RowKind;
import io.holdfast.gauge.Voided;
import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.litmus.ClockOffset;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.MemberFacts;
import io.holdfast.mount.MountFacts;
import io.holdfast.posix.Errno;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** Measurements that nobody made. */
public final class SampleBenches {

  private static final int TIMES = 1_000;
  private static final CallCounts MODEL = CallCounts.of(CountedCall.FILE_SYNC, 1);

  private SampleBenches() {}

  public static Place place(String type, Barrier barrier) {
    return new Place(
        "jni",
        "6.1.0-test",
        new MountFacts(7, "254:0", type, "/dev/vda", "/", "/srv", List.of("rw", "relatime")),
        new DirectorySupport(BarrierForm.FSYNC, barrier, true),
        "write back",
        2,
        "17.0.1",
        "0.10 0.20 0.30");
  }

  /** A row of a thousand operations that took the same time. */
  public static Row row(RowKind kind, long nanos) {
    long[] times = new long[TIMES];
    Arrays.fill(times, nanos);
    return new Row(
        kind, MODEL, MODEL.times(TIMES), Optional.of(Latencies.of(times)), Optional.empty());
  }

  public static Row voided(RowKind kind) {
    return new Row(
        kind,
        MODEL,
        CallCounts.NONE,
        Optional.empty(),
        Optional.of(new Voided("fsync: EIO", Optional.of(Errno.EIO))));
  }

  /** All rows, each with this time. */
  public static List<Row> rows(long nanos) {
    return new ArrayList<>(Arrays.stream(RowKind.values()).map(kind -> row(kind, nanos)).toList());
  }

  public static GaugeReport report(RawPath path, Place place, List<Row> rows, String... findings) {
    GaugeRequest request =
        new GaugeRequest(path, GaugeRequest.DEFAULT_SECONDS, GaugeRequest.DEFAULT_BLOCK_BYTES);
    return new GaugeReport(request, place, rows, List.of(findings), 1_000, 29_000_000_000L);
  }

  /** All rows, each with this time, on a disk. */
  public static GaugeReport report(long nanos) {
    return report(RawPath.of("/srv"), place("ext4", Barrier.ANSWERED), rows(nanos));
  }

  /** One with everything in it that can be told, in a directory with an odd name. */
  public static GaugeReport complete() {
    List<Row> rows = rows(2_000_000);
    rows.set(RowKind.FDATASYNC.ordinal(), row(RowKind.FDATASYNC, 300));
    rows.set(RowKind.PUBLISH.ordinal(), voided(RowKind.PUBLISH));
    return report(
        RawPath.of(new byte[] {'/', '<', 's', '>', (byte) 0xff}),
        place("ext4", Barrier.ANSWERED),
        rows,
        "<b>something</b> is left behind");
  }

  /** Two clients: one row that scales, and one in which a call failed; with an odd name. */
  public static ClientsReport clients() {
    RawPath path = RawPath.of(new byte[] {'/', '<', 's', '>', (byte) 0xff});
    List<LitmusMember> members = new ArrayList<>();
    List<MemberFacts> facts = new ArrayList<>();
    for (String name : List.of("a", "<b>")) {
      members.add(new LitmusMember(name, new LocalAgentLauncher(), path));
      facts.add(
          new MemberFacts(
              name,
              path,
              "host-of-" + name,
              "one-boot-id",
              "6.1.0-test",
              "x86_64",
              7,
              place("nfs4", Barrier.ANSWERED).mount(),
              new ClockOffset(1_000, 2_000)));
    }
    GaugeRequest measured =
        new GaugeRequest(path, 30, 8192, EnumSet.of(RowKind.FSYNC, RowKind.PUBLISH));
    ClientsRow scaled =
        new ClientsRow(
            RowKind.FSYNC,
            Optional.of(row(RowKind.FSYNC, 2_000_000)),
            List.of(row(RowKind.FSYNC, 2_500_000), row(RowKind.FSYNC, 2_500_000)),
            0.97,
            Optional.empty());
    ClientsRow voided =
        new ClientsRow(
            RowKind.PUBLISH,
            Optional.empty(),
            List.of(),
            0,
            Optional.of(new Voided("<b>: fsync: EIO", Optional.of(Errno.EIO))));
    return new ClientsReport(
        new ClientsRequest(measured, members),
        facts,
        List.of(scaled, voided),
        List.of("<b>something</b> is left behind"),
        1_000,
        29_000_000_000L);
  }
}
