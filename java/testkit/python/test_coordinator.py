"""Tests of coordinator.py: python3 -m unittest, in this directory. Each has a table of its own."""

import json
import os
import pathlib
import stat
import tempfile
import unittest

import coordinator
from coordinator import Corrupt, Table, TableRefused, target_id, work_id

RECORDS = pathlib.Path(__file__).parent.parent.joinpath(
    "src", "test", "resources", "io", "holdfast", "testkit", "lease", "records"
)
PAYLOAD = {"input": "käse", "hash": "00", "weight": 0.1, "tags": ["\U0001f9c0", None, True]}
MANIFEST = {
    "schema": "result-commit-v1",
    "worker_rank": 3,
    "stage": "0123456789abcdef0123456789abcdef",
    "hashes": ["a", "b"],
    "generated": 2,
}
START = 1793491200.25


class CoordinatorTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.directory.name, "table")
        self.root.mkdir(mode=0o700)
        self.tables = []
        self.time = START

    def tearDown(self):
        for table in self.tables:
            table.close()
        self.directory.cleanup()

    def open(self, owner="", **options):
        """A coordinator whose clock and process are always the same."""
        table = Table(self.root, shards=4, ttl=10, owner=owner, worker=3, **options)
        table.now = lambda: self.time
        table.now_nanos = lambda: int(self.time * 1e9)
        table.pid = 4711
        table.patience = 0
        self.tables.append(table)
        return table

    def path(self, identity):
        shard = "%03d" % coordinator.shard_of(identity, 4)
        return self.root.joinpath(shard, identity + ".json")

    def tree(self):
        """Everything there, and when its content and names were changed last."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            status = path.lstat()
            content = path.read_bytes() if stat.S_ISREG(status.st_mode) else None
            found[str(path)] = (status.st_mtime_ns, status.st_mode, content)
        return found, self.root.stat().st_mtime_ns

    # ---- bytes

    def assert_golden(self, name, identity):
        golden = RECORDS.joinpath("python-%s.json" % name)
        if os.environ.get("HOLDFAST_GOLDEN_WRITE") == "1":
            golden.write_bytes(self.path(identity).read_bytes())
        self.assertEqual(self.path(identity).read_bytes(), golden.read_bytes(), name)

    def test_the_records_of_a_life_are_the_golden_ones(self):
        table = self.open()
        identity = work_id(PAYLOAD)
        _, record = table.claim(identity, PAYLOAD)
        self.assert_golden("leased", identity)
        self.time += 10
        other = self.open("other", extra={"x_note": [1, "é"]})
        _, stolen = other.claim(identity, PAYLOAD)
        self.assert_golden("stolen", identity)
        self.time += 1.5
        other.heartbeat_many({identity: stolen["token"]})
        self.assert_golden("beaten", identity)
        other.begin_commit(identity, stolen["token"], MANIFEST)
        self.assert_golden("committing", identity)
        self.time += 1
        self.assertEqual(other.complete_once(identity, stolen["token"])[0], "completed")
        self.assert_golden("done", identity)
        self.assertEqual(table.complete_once(identity, record["token"])[0], "stale")

    def test_the_records_of_a_group_are_the_golden_ones(self):
        table = self.open()
        self.assertEqual(table.claim_group([77, 88, 99, 77, -1])[0], "claimed")
        for target in (77, 88, 99):
            self.assert_golden("target-%d" % target, target_id(target))

    def test_every_golden_record_comes_back_byte_by_byte(self):
        files = sorted(RECORDS.glob("*.json"))
        self.assertGreaterEqual(len(files), 10)
        for file in files:
            content = file.read_bytes()
            identity = json.loads(content)["id"]
            record = coordinator.decode(identity, content, file.name)
            self.assertEqual(coordinator.encode(record), content, file.name)

    def test_fields_of_others_outlive_every_rewrite(self):
        ours = json.loads(RECORDS.joinpath("java-leased.json").read_bytes())
        identity = ours["id"]
        table = self.open("py")
        table.shard(identity)
        self.path(identity).write_bytes(coordinator.encode(ours))
        self.time = ours["updated"]
        table.heartbeat_many({identity: ours["token"]})
        self.time += 10
        _, record = table.claim(identity, PAYLOAD)
        table.begin_commit(identity, record["token"], MANIFEST)
        table.complete_once(identity, record["token"])
        after = json.loads(self.path(identity).read_bytes())
        self.assertEqual(after["owner"], "py")
        for key in ("fence", "ttl"):
            self.assertEqual(after[key], ours[key], key)

    # ---- one id

    def test_a_lease_is_held_until_its_ttl_has_passed(self):
        a, b = self.open("a"), self.open("b")
        identity = work_id(PAYLOAD)
        _, lost = a.claim(identity, PAYLOAD)
        self.time += 9.9
        self.assertEqual(b.claim(identity, PAYLOAD)[0], "held")
        self.time += 0.1
        answer, record = b.claim(identity, PAYLOAD)
        self.assertEqual((answer, record["steals"], record["attempts"]), ("claimed", 1, 2))
        self.assertEqual(a.begin_commit(identity, lost["token"], MANIFEST)[0], "stale")
        self.assertEqual(a.release(identity, lost["token"])[0], "stale")
        self.assertEqual(a.heartbeat_many({identity: lost["token"]})["lost"], [identity])

    def test_a_commit_never_expires_and_is_done_once(self):
        a, b = self.open("a"), self.open("b")
        identity = work_id(PAYLOAD)
        _, lease = a.claim(identity, PAYLOAD)
        token = lease["token"]
        self.assertEqual(a.begin_commit(identity, token, MANIFEST)[0], "begun")
        self.assertEqual(a.begin_commit(identity, token, MANIFEST)[0], "begun")
        self.assertEqual(a.begin_commit(identity, token, {})[0], "stale")
        self.assertEqual(a.release(identity, token)[0], "stale")
        self.time += 1000
        self.assertEqual(b.claim(identity, PAYLOAD)[0], "committing")
        self.assertEqual(a.complete_once(identity, token)[0], "completed")
        self.assertEqual(a.complete_once(identity, token)[0], "already")
        self.assertEqual(b.claim(identity, PAYLOAD)[0], "done")

    def test_a_lease_of_the_future_is_nobodys(self):
        a, b = self.open("a"), self.open("b")
        self.time += 100
        a.claim(work_id(PAYLOAD), PAYLOAD)
        self.time -= 100
        self.assertEqual(b.claim(work_id(PAYLOAD), PAYLOAD)[0], "clock-skew")

    def test_a_lock_that_is_held_is_waited_for_and_left(self):
        a, b = self.open("a"), self.open("b")
        identity = work_id(PAYLOAD)
        with coordinator.Locks(a, [identity]):
            with self.assertRaises(coordinator.Busy):
                b.claim(identity, PAYLOAD)
        self.assertEqual(b.claim(identity, PAYLOAD)[0], "claimed")

    def test_what_is_no_record_is_never_written_over(self):
        table = self.open()
        identity = work_id(PAYLOAD)
        table.claim(identity, PAYLOAD)
        good = self.path(identity).read_bytes()
        for bad in (
            b"",
            good[:-2],
            good.replace(b'"schema":1', b'"schema":2'),
            good.replace(b'"schema":1', b'"schema":true'),
            good.replace(b'"attempts":1', b'"attempts":1,"attempts":1'),
            good.replace(b'"status":"leased"', b'"status":"released"'),
            good.replace(b'"updated":1793491200.25', b'"updated":NaN'),
            good.replace(b'"updated":1793491200.25', b'"updated":1e999'),
            good.replace(b'"worker":3', b'"commit":[],"worker":3'),
        ):
            self.path(identity).write_bytes(bad)
            with self.assertRaises(Corrupt, msg=bad):
                table.claim(identity, PAYLOAD)
            self.assertEqual(self.path(identity).read_bytes(), bad)

    # ---- many ids

    def test_a_heartbeat_syncs_each_file_and_each_shard_once(self):
        table = self.open()
        ids = [digits + "a" * 56 for digits in ("00000000", "00000004", "00000001")]
        tokens = {identity: table.claim(identity, {})[1]["token"] for identity in ids}
        tokens["0000000b" + "a" * 56] = "nobody's"
        files, directories = [], []
        real = os.fsync

        def counted(fd):
            (directories if stat.S_ISDIR(os.fstat(fd).st_mode) else files).append(fd)
            real(fd)

        table.shard("0000000b" + "a" * 56)
        os.fsync = counted
        try:
            batch = table.heartbeat_many(tokens)
        finally:
            os.fsync = real
        self.assertEqual((len(files), len(directories)), (3, 2))
        self.assertEqual(batch["renewed"], sorted(ids))
        self.assertEqual((len(batch["lost"]), batch["directory_syncs"]), (1, 2))

    def test_overlapping_groups_conflict_without_a_write(self):
        a, b = self.open("a"), self.open("b")
        _, token = a.claim_group([77, 88])
        b.shard(target_id(99))
        before = self.path(target_id(77)).read_bytes()
        self.assertEqual(b.claim_group([99, 88, 11]), ("held", target_id(88)))
        self.assertFalse(self.path(target_id(99)).exists())
        self.assertFalse(self.path(target_id(11)).exists())
        self.assertEqual(self.path(target_id(77)).read_bytes(), before)
        self.time += 1
        self.assertEqual(a.heartbeat_group([88, 77], token)[0], "renewed")
        self.assertEqual(a.heartbeat_group([88, 77, 11], token), ("stale", a_pair()))
        self.assertEqual(a.release_group([77, 88, 11], token), ("stale", a_pair()))
        self.assertEqual(a.release_group([88, 77], token)[0], "released")
        self.assertEqual(b.claim_group([99, 88, 11])[0], "claimed")

    def test_a_failing_write_puts_the_group_back(self):
        table = self.open()
        members = sorted((77, 88, 99), key=target_id)
        last = table.shard(target_id(members[-1]))
        real = last.replace

        def failing(identity, record):
            if identity == target_id(members[-1]):
                raise OSError(28, "no space")
            real(identity, record)

        for member in members:
            table.shard(target_id(member))
        last.replace = failing
        with self.assertRaises(OSError):
            table.claim_group(members)
        self.assertEqual([i for i, _ in table.scan()], [])

    def test_a_group_has_at_most_64_targets(self):
        with self.assertRaises(ValueError):
            self.open().claim_group(range(1, 66))

    # ---- tables that are not ours

    def manifest(self, **changed):
        manifest = {"schema": "holdfast-table-v1", "kind": "work", "protocol": "flock"}
        manifest.update({"shard_count": 4, "ttl": 10.0}, **changed)
        self.root.joinpath("table.json").write_text(json.dumps(manifest))

    def assert_refused(self, words):
        before = self.tree()
        with self.assertRaisesRegex(TableRefused, words):
            self.open()
        self.assertEqual(self.tree(), before)

    def test_a_flock_table_is_opened_as_its_manifest_says(self):
        self.manifest()
        self.assertEqual(self.open().claim(work_id(PAYLOAD), PAYLOAD)[0], "claimed")
        self.manifest(shard_count=64)
        self.assert_refused("shard_count is 64, not 4")
        self.manifest(kind="target")
        self.assert_refused('kind is "target", not "work"')
        self.manifest(protocol="mkdir")
        self.assert_refused('protocol is "mkdir", not "flock"')

    def test_a_fence_table_is_refused_and_nothing_is_written(self):
        self.manifest(protocol="fence")
        self.assert_refused('protocol is "fence", not "flock"')

    def test_a_fence_table_without_its_manifest_is_refused_too(self):
        shard = self.root.joinpath("003")
        shard.mkdir()
        shard.joinpath("%s.fence.%016x.%s" % (target_id(77), 1, "a" * 32)).write_text("x")
        self.assert_refused("belongs to a fence table; nothing was written")


def a_pair():
    return sorted((target_id(77), target_id(88)))


if __name__ == "__main__":
    unittest.main()
