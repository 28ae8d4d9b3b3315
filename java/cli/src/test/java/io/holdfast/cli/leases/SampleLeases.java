package io.holdfast.cli.leases;

import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.LeaseCodec;
import io.holdfast.lease.LeaseFormatException;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.Reading;
import io.holdfast.lease.SessionSight;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.RawPath;
import io.holdfast.result.StageOrigin;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at leases with everything in them. */
public final class SampleLeases {

  private static final RawPath BYTES = RawPath.of(new byte[] {'d', (byte) 0xff});
  private static final WorkId ID = WorkId.ofTarget(77);
  private static final double NOW = 1_000_000_060;

  public static final TableHead HEAD = new TableHead(BYTES, TableManifest.ofWork(), true);

  private static final TableFinding FINDING =
      new TableFinding(Check.RECORD, BYTES, "its checksum does not fit");

  private SampleLeases() {}

  private static LeaseRow row(String status) {
    return row(status, "t");
  }

  private static LeaseRow row(String status, String token) {
    String json =
        """
        {"attempts":1,"checksum":"c","commit":{},"completed":2.5,"fence":3,"id":"%s","nonce":"n",\
        "owner":"a","payload":{},"previous_owner":"","schema":2,"session":"s","status":"%s",\
        "steals":0,"target":77,"targets":[77],"token":"%s","ttl":120.0,"updated":1e9,"won":["w"],\
        "worker":0}
        """
            .formatted(ID, status, token);
    try {
      LeaseRecord record =
          LeaseCodec.ofFenceTables().decode(ID, json.getBytes(StandardCharsets.US_ASCII));
      return LeaseRow.of(ID, 3, new Reading.Present(record), NOW);
    } catch (LeaseFormatException e) {
      throw new AssertionError(e);
    }
  }

  private static LeaseRow corrupt() {
    return LeaseRow.of(ID, 3, new Reading.Corrupt("003/x", "its checksum does not fit"), NOW);
  }

  public static List<LeaseRow> rows() {
    return List.of(row("leased"), corrupt());
  }

  public static LeaseSheet sheet() {
    JsonObject content =
        new JsonObject(
            Map.of(
                "owner", new JsonString("a"),
                "host", new JsonString("h"),
                "boot_id", new JsonString("b"),
                "pid", JsonNumber.of(7),
                "started", JsonNumber.of(1e9)));
    return new LeaseSheet(
        row("leased"),
        new SessionSight("s", false, 4, content),
        List.of(new LeaseSheet.File(BYTES, 640, 0600)),
        List.of(FINDING));
  }

  public static LeaseSheet corruptSheet() {
    return new LeaseSheet(corrupt(), null, List.of(), List.of());
  }

  /** Of an id of which only a tombstone tells. */
  public static LeaseSheet retiredSheet() {
    LeaseRow row = row("done", "retired:" + "0".repeat(32));
    return new LeaseSheet(row, null, List.of(), List.of());
  }

  public static TableStats stats() {
    TableStats stats = new TableStats();
    stats.add(row("leased"));
    stats.add(row("committing"));
    return stats;
  }

  public static StageList stages() {
    StageList.Row row =
        new StageList.Row(
            "0".repeat(32), Optional.of(new StageOrigin(ID, 3)), StageList.REMOVED, "it is over");
    return new StageList(BYTES, List.of(row), Optional.of(1));
  }

  public static Verification verification() {
    Verification verification = new Verification();
    verification.add(FINDING);
    return verification;
  }
}
