#!/usr/bin/env python3
"""claims.py DIRECTORY: what Java does for a claim and a release in a fence table, in Python 3.

Reads commands from standard input and answers each with a line on standard output:

    NANOSECONDS FILE_SYNCS DIRECTORY_SYNCS DIRECTORY_SYNCS_AVOIDED PROBES

    claims N    N claims, each released again, of eight ids in turn

The system calls are those of Java in the same order, but sync_file_range(2), which Python does not
know. It decides nothing and repairs nothing: one process works here alone, and every surprise is
an exception. What it leaves in DIRECTORY is its caller's to remove.
"""

import hashlib
import json
import os
import secrets
import sys
import time

IDS = 8
PROBE_ATTRIBUTE = b"user.holdfast.barrier"
PAYLOAD = {"input": "x" * 96}


class Table:
    def __init__(self, root):
        self.path = root
        self.root = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
        self.shards = {}
        self.file_syncs = self.directory_syncs = self.probes = 0
        for number in range(IDS):
            self._begin("%08x%s" % (number, "a" * 56), "%03d" % number)

    def _begin(self, identity, shard):
        os.mkdir(shard, 0o700, dir_fd=self.root)
        self.shards[identity] = (shard, os.open(shard, os.O_RDONLY, dir_fd=self.root))
        record = self._stamped(self._record(identity, "released", "", 0), 0, [])
        directory = self.shards[identity][1]
        self._write(directory, identity, record)
        fence = _fence(identity, record)
        os.close(os.open(fence, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=directory))
        self._publish(directory, identity, record)

    # ---- what Java does

    def claim(self, identity):
        before = self._read(identity)
        token = "bench:0:%d:%d:%s" % (os.getpid(), time.time_ns(), secrets.token_hex(16))
        fields = self._record(identity, "leased", token, before["attempts"] + 1)
        fields.update(ttl=86400.0, session=self.path)
        self._change(identity, before, fields)

    def release(self, identity):
        before = self._read(identity)
        fields = {k: v for k, v in before.items() if k not in ("ttl", "session")}
        fields["status"] = "released"
        self._change(identity, before, fields)

    def _record(self, identity, status, token, attempts):
        return {
            "schema": 2,
            "id": identity,
            "status": status,
            "payload": PAYLOAD,
            "owner": "bench",
            "previous_owner": "bench",
            "worker": 0,
            "token": token,
            "updated": time.time(),
            "attempts": attempts,
            "steals": 0,
        }

    def _read(self, identity):
        directory = self.shards[identity][1]
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW
        fd = os.open(identity + ".json", flags, dir_fd=directory)
        size = os.fstat(fd).st_size
        content = os.pread(fd, size + 1, 0)
        os.close(fd)
        record = json.loads(content)
        checksum = record.pop("checksum")
        if hashlib.sha256(_canonical(record)).hexdigest() != checksum:
            raise ValueError("the record of %s is broken" % identity)
        os.stat(_fence(identity, record), dir_fd=directory, follow_symlinks=False)
        return record

    def _change(self, identity, before, fields):
        shard, directory = self.shards[identity]
        number = before["fence"] + 1
        won = [before["nonce"]] + before["won"][:7]
        record = self._stamped(fields, number, won)
        self._write(directory, identity, record)
        self._barrier(shard, directory)
        os.rename(
            _fence(identity, before),
            _fence(identity, record),
            src_dir_fd=directory,
            dst_dir_fd=directory,
        )
        self._barrier(shard, directory)
        self._publish(directory, identity, record)
        if len(won) > 1:
            old = "%s.rec.%016x.%s" % (identity, number - 2, won[1])
            os.unlink(old, dir_fd=directory)

    def _stamped(self, fields, number, won):
        record = dict(fields, fence=number, nonce=secrets.token_hex(16), won=won)
        record.pop("checksum", None)
        record["checksum"] = hashlib.sha256(_canonical(record)).hexdigest()
        return record

    def _write(self, directory, identity, record):
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        fd = os.open(_name(identity, record), flags, 0o600, dir_fd=directory)
        os.fstat(fd)
        os.pwrite(fd, _canonical(record) + b"\n", 0)
        os.fchmod(fd, 0o600)
        os.fsync(fd)
        self.file_syncs += 1
        os.close(fd)

    def _barrier(self, shard, directory):
        os.fsync(directory)
        self.directory_syncs += 1
        os.setxattr(directory, PROBE_ATTRIBUTE, self.probes.to_bytes(8, "big"))
        self.probes += 1
        os.stat(shard, dir_fd=self.root, follow_symlinks=False)
        os.stat(self.path, follow_symlinks=False)

    def _publish(self, directory, identity, record):
        staged = "%s.json.%s.tmp" % (identity, secrets.token_hex(16))
        name = _name(identity, record)
        os.link(name, staged, src_dir_fd=directory, dst_dir_fd=directory)
        os.rename(staged, identity + ".json", src_dir_fd=directory, dst_dir_fd=directory)


def _canonical(record):
    return json.dumps(record, sort_keys=True, separators=(",", ":")).encode("ascii")


def _name(identity, record):
    return "%s.rec.%016x.%s" % (identity, record["fence"], record["nonce"])


def _fence(identity, record):
    return "%s.fence.%016x.%s" % (identity, record["fence"], record["nonce"])


def main(directory):
    path = os.path.join(directory, "python")
    os.mkdir(path, 0o700)
    table = Table(path)
    ids = list(table.shards)
    for line in sys.stdin:
        word, count = line.split()
        if word != "claims":
            sys.exit("claims.py: not a command: " + line)
        table.file_syncs = table.directory_syncs = table.probes = 0
        start = time.monotonic_ns()
        for i in range(int(count)):
            identity = ids[i % IDS]
            table.claim(identity)
            table.release(identity)
        nanos = time.monotonic_ns() - start
        print(nanos, table.file_syncs, table.directory_syncs, 0, table.probes, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: claims.py DIRECTORY <COMMANDS")
    main(sys.argv[1])
