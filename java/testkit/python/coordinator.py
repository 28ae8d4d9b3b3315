#!/usr/bin/env python3
"""A small coordinator of flock tables in Python 3, standard library only.

It was written from the published form of the records and not from the coordinators that gave the
form: this program, not theirs, is what the tests run beside ours. It knows records of schema 1
under flock(2), the plain token `owner:worker:pid:nanoseconds`, and neither fence nor ttl nor
session; fields that it does not know it keeps. A fence table it refuses before it writes anything.

    coordinator.py claim ROOT ID [--payload JSON]         coordinator.py show ROOT ID
    coordinator.py heartbeat ROOT ID TOKEN                coordinator.py release ROOT ID TOKEN
    coordinator.py begin ROOT ID TOKEN [--manifest JSON]  coordinator.py complete ROOT ID TOKEN
    coordinator.py claim-group ROOT TARGET...             coordinator.py verify ROOT
    coordinator.py heartbeat-group ROOT TOKEN TARGET...   coordinator.py work ROOT --seconds S
    coordinator.py release-group ROOT TOKEN TARGET...     coordinator.py COMMAND --help

Every answer is one line of JSON. Exit codes: 0 as asked; 1 the answer is no; 2 usage or refused.
For file systems of one host: what a network file system remembers of a name is not asked twice.
"""

import argparse
import errno
import fcntl
import hashlib
import json
import math
import os
import random
import re
import secrets
import stat
import sys
import time

SCHEMA = 1
STATUSES = ("leased", "committing", "done")
RECORD_LIMIT = 1 << 20
GROUP_LIMIT = 64
LOCKS_AT_ONCE = 8
CLOCK_SKEW_LIMIT = 5.0
LOCK_PATIENCE = 60.0
WORK_ID = re.compile(r"[0-9a-f]{64}\Z")
RECORD_NAME = re.compile(r"([0-9a-f]{64})\.json\Z")
FENCE_NAME = re.compile(r"[0-9a-f]{64}\.(fence\.|rec\.|origin\Z)")
SHARD_NAME = re.compile(r"[0-9]{3,}\Z")


class TableRefused(Exception):
    """This is no table that this program may touch; nothing was written."""


class Corrupt(Exception):
    """What stands there is no valid record; it is never taken for free and never written over."""


class Busy(Exception):
    """Somebody else had the update lock until the deadline."""


# ---- records


def canonical(value):
    """Keys sorted, no spaces, every character beyond ASCII escaped, no NaN."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    ).encode("ascii")


def encode(record):
    return canonical(record) + b"\n"


def work_id(payload):
    return hashlib.sha256(canonical(payload)).hexdigest()


def target_id(target):
    return hashlib.sha256(b"target:%d" % target).hexdigest()


def shard_of(identity, count):
    return int(identity[:8], 16) % count


def _no_duplicates(pairs):
    found = {}
    for key, value in pairs:
        if key in found:
            raise ValueError("the key %r stands twice" % key)
        found[key] = value
    return found


def _no_constant(word):
    raise ValueError("%s is no number" % word)


def decode(identity, content, path):
    """The record of an id; raises Corrupt with the path for everything that is none."""
    if len(content) > RECORD_LIMIT:
        raise Corrupt("%s: longer than %d bytes" % (path, RECORD_LIMIT))
    try:
        record = json.loads(
            content.decode("utf-8"), object_pairs_hook=_no_duplicates, parse_constant=_no_constant
        )
    except (ValueError, RecursionError) as e:
        raise Corrupt("%s: no JSON of a record: %s" % (path, e)) from None
    for holds, otherwise in _rules(identity, record):
        if not holds():
            raise Corrupt("%s: %s" % (path, otherwise))
    return record


def _rules(identity, record):
    yield lambda: isinstance(record, dict), "no JSON object"
    yield lambda: _is_integer(record.get("schema")) and record["schema"] == SCHEMA, (
        "schema is not %d; 2 is that of a fence table" % SCHEMA
    )
    yield lambda: record.get("id") == identity, "id is not the one of its name"
    yield lambda: record.get("status") in STATUSES, "status is unknown"
    yield lambda: isinstance(record.get("payload"), dict), "payload is not an object"
    yield lambda: isinstance(record.get("token"), str) and record["token"], "token is no text"
    yield lambda: _is_time(record.get("updated")), "updated is not a time"
    yield lambda: isinstance(record.get("commit", {}), dict), "commit is not an object"


def _is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _is_time(value):
    number = _is_integer(value) or isinstance(value, float)
    return number and math.isfinite(value) and value >= 0


# ---- the table


class Shard:
    """One directory of a table, by descriptor."""

    def __init__(self, root, name):
        self.name = name
        self.fd = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=root)

    def read(self, identity):
        """The record, or None where there is none."""
        name = identity + ".json"
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        path = self.name + "/" + name
        try:
            fd = os.open(name, flags, dir_fd=self.fd)
        except FileNotFoundError:
            return None
        except OSError as e:
            if e.errno in (errno.ELOOP, errno.ENXIO):
                raise Corrupt("%s: no regular file" % path) from None
            raise
        with os.fdopen(fd, "rb") as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise Corrupt("%s: no regular file" % path)
            return decode(identity, file.read(RECORD_LIMIT + 1), path)

    def replace(self, identity, record):
        """Everything but the directory's fsync."""
        name = identity + ".json"
        staged = "%s.%s.tmp" % (name, secrets.token_hex(16))
        content = encode(record)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        fd = os.open(staged, flags, 0o600, dir_fd=self.fd)
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(fd)
            os.rename(staged, name, src_dir_fd=self.fd, dst_dir_fd=self.fd)
        except BaseException:
            os.unlink(staged, dir_fd=self.fd)
            raise

    def remove(self, identity):
        os.unlink(identity + ".json", dir_fd=self.fd)

    def sync(self):
        os.fsync(self.fd)


class UpdateLock:
    """flock(2) on `<id>.json.lock`, which is never removed."""

    def __init__(self, shard, identity):
        self.shard = shard
        self.name = identity + ".json.lock"
        self.fd = -1

    def take(self, deadline):
        while not self._try():
            if time.monotonic() >= deadline:
                raise Busy("%s/%s was held until the deadline" % (self.shard.name, self.name))
            time.sleep(random.uniform(0.0005, 0.005))

    def _try(self):
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
        fd = os.open(self.name, flags, 0o600, dir_fd=self.shard.fd)
        try:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise OSError(errno.EINVAL, "no regular file", self.name)
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if self._is_named(fd):
                self.fd = fd
                return True
        except OSError as e:
            if e.errno not in (errno.EAGAIN, errno.EACCES):
                raise
        finally:
            if self.fd != fd:
                os.close(fd)
        return False

    def _is_named(self, fd):
        """A file that was removed and made anew meanwhile excludes nobody."""
        try:
            named = os.stat(self.name, dir_fd=self.shard.fd, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return os.path.samestat(named, os.fstat(fd))

    def release(self):
        fcntl.flock(self.fd, fcntl.LOCK_UN)
        os.close(self.fd)
        self.fd = -1


class Locks:
    """Update locks of several ids: taken in digest order, let go in the reverse order."""

    def __init__(self, table, identities):
        self.table = table
        self.identities = sorted(identities)
        self.held = []

    def __enter__(self):
        deadline = time.monotonic() + self.table.patience
        try:
            for identity in self.identities:
                lock = UpdateLock(self.table.shard(identity), identity)
                lock.take(deadline)
                self.held.append(lock)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *unused):
        while self.held:
            self.held.pop().release()


class Table:
    """One coordinator's view of a flock table. An answer is durable when it is given."""

    def __init__(self, root, shards=64, kind="work", ttl=120.0, owner="", worker=0, extra=None):
        if not math.isfinite(ttl) or ttl < 1:
            raise ValueError("a ttl is one second at least, not %r" % ttl)
        self.root = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
        self.shard_count = shards
        self.ttl = ttl
        self.owner = owner or "master"
        self.worker = worker
        self.extra = extra or {}
        self.patience = LOCK_PATIENCE
        self.now = time.time
        self.now_nanos = time.time_ns
        self.pid = os.getpid()
        self.open_shards = {}
        self._require_flock_table(kind)

    def _require_flock_table(self, kind):
        manifest = self._manifest()
        if manifest is None:
            self._require_no_fence()
            return
        asked = {"kind": kind, "protocol": "flock", "shard_count": self.shard_count}
        for key, value in asked.items():
            if manifest.get(key) != value:
                raise TableRefused(
                    "table.json says that %s is %s, not %s as asked; nothing was written"
                    % (key, json.dumps(manifest.get(key)), json.dumps(value))
                )

    def _manifest(self):
        try:
            fd = os.open("table.json", os.O_RDONLY | os.O_NOFOLLOW, dir_fd=self.root)
        except FileNotFoundError:
            return None
        with os.fdopen(fd, "rb") as file:
            try:
                manifest = json.loads(file.read(RECORD_LIMIT))
            except ValueError as e:
                raise TableRefused("table.json is no JSON: %s" % e) from None
        if not isinstance(manifest, dict) or manifest.get("schema") != "holdfast-table-v1":
            raise TableRefused("table.json is not of schema holdfast-table-v1")
        return manifest

    def _require_no_fence(self):
        for shard in self._existing():
            for name in os.listdir(shard.fd):
                if FENCE_NAME.match(name):
                    raise TableRefused(
                        "%s/%s belongs to a fence table; nothing was written" % (shard.name, name)
                    )
        if "sessions" in os.listdir(self.root):
            raise TableRefused("sessions/ belongs to a fence table; nothing was written")

    def _existing(self):
        for name in sorted(os.listdir(self.root)):
            if SHARD_NAME.match(name):
                if int(name) >= self.shard_count:
                    raise TableRefused(
                        "there is a shard %s, which a table of %d has not"
                        % (name, self.shard_count)
                    )
                yield self._open(name)

    def _open(self, name):
        if name not in self.open_shards:
            self.open_shards[name] = Shard(self.root, name)
        return self.open_shards[name]

    def shard(self, identity):
        """The directory of an id, made durably where it was not there."""
        name = "%03d" % shard_of(identity, self.shard_count)
        try:
            return self._open(name)
        except FileNotFoundError:
            pass
        try:
            os.mkdir(name, 0o700, dir_fd=self.root)
        except FileExistsError:
            pass
        shard = self._open(name)
        shard.sync()
        os.fsync(self.root)
        return shard

    def close(self):
        for shard in self.open_shards.values():
            os.close(shard.fd)
        os.close(self.root)

    # ---- one id

    def read(self, identity):
        """The record, or None; makes no directory."""
        try:
            shard = self._open("%03d" % shard_of(identity, self.shard_count))
        except FileNotFoundError:
            return None
        return shard.read(identity)

    def _refuses(self, before):
        """Why a claim of what stands there is refused; None where it can be had."""
        if before is None:
            return None
        if before["status"] != "leased":
            return before["status"]
        age = self.now() - before["updated"]
        if age < -CLOCK_SKEW_LIMIT:
            return "clock-skew"
        return "held" if age < self.ttl else None

    def _claimed(self, identity, before, fields):
        """A new lease; what other writers have put into the record before stays in it."""
        before = before or {}
        previous = before.get("owner", "")
        stolen = bool(before) and previous != self.owner
        record = {k: v for k, v in before.items() if k not in ("commit", "completed")}
        record.update(self.extra)
        record.update(fields)
        record.update(
            schema=SCHEMA,
            id=identity,
            status="leased",
            owner=self.owner,
            previous_owner=previous,
            worker=self.worker,
            updated=self.now(),
            attempts=before.get("attempts", 0) + 1,
            steals=before.get("steals", 0) + (1 if stolen else 0),
        )
        return record

    def _token(self):
        return "%s:%d:%d:%d" % (self.owner, self.worker, self.pid, self.now_nanos())

    def claim(self, identity, payload):
        """(answer, record): claimed, held, committing, done or clock-skew."""
        shard = self.shard(identity)
        with Locks(self, [identity]):
            before = shard.read(identity)
            refusal = self._refuses(before)
            if refusal:
                return refusal, before
            fields = {"payload": payload, "token": self._token()}
            record = self._claimed(identity, before, fields)
            shard.replace(identity, record)
        shard.sync()
        return "claimed", record

    def _change(self, identity, token, statuses, change):
        """(answer, record): what change says of a record that is the token's, else stale."""
        shard = self.shard(identity)
        with Locks(self, [identity]):
            record = shard.read(identity)
            if record is None or record["token"] != token or record["status"] not in statuses:
                return "stale", record
            answer, after = change(dict(record))
            if after is None:
                return answer, record
            shard.replace(identity, after)
        shard.sync()
        return answer, after

    def begin_commit(self, identity, token, manifest=None):
        """begun or stale; a second time only with the same manifest."""

        def change(record):
            if record["status"] == "committing":
                return ("begun" if record.get("commit") == manifest else "stale"), None
            record["status"] = "committing"
            if manifest is not None:
                record["commit"] = manifest
            return "begun", record

        return self._change(identity, token, ("leased", "committing"), change)

    def complete_once(self, identity, token):
        """completed, already or stale."""

        def change(record):
            if record["status"] == "done":
                return "already", None
            record.update(status="done", completed=self.now())
            return "completed", record

        return self._change(identity, token, STATUSES, change)

    def release(self, identity, token):
        """released or stale; what is committing is not given up."""
        shard = self.shard(identity)
        with Locks(self, [identity]):
            record = shard.read(identity)
            if record is None or record["token"] != token or record["status"] != "leased":
                return "stale", record
            shard.remove(identity)
        shard.sync()
        return "released", record

    # ---- many ids

    def heartbeat_many(self, tokens):
        """Stamps what is still held: N fsyncs of files, then one fsync of each of K shards.

        After an error what was stamped before it is made durable, and the error is raised.
        """
        renewed, lost, corrupt, changed = [], [], {}, {}
        now = self.now()
        identities = sorted(tokens)
        try:
            for at in range(0, len(identities), LOCKS_AT_ONCE):
                some = identities[at : at + LOCKS_AT_ONCE]
                with Locks(self, some):
                    for identity in some:
                        shard = self.shard(identity)
                        try:
                            record = shard.read(identity)
                        except Corrupt as e:
                            corrupt[identity] = str(e)
                            record = None
                        if self._is_renewable(record, tokens[identity]):
                            shard.replace(identity, dict(record, updated=now))
                            changed[shard.name] = shard
                            renewed.append(identity)
                        else:
                            lost.append(identity)
        finally:
            for name in sorted(changed):
                changed[name].sync()
        return {
            "renewed": renewed,
            "lost": lost,
            "corrupt": corrupt,
            "directory_syncs": len(changed),
        }

    @staticmethod
    def _is_renewable(record, token):
        return record is not None and record["token"] == token and record["status"] != "done"

    def claim_group(self, targets, payload=None):
        """(answer, token or the id that refuses): all of a group of targets, or nothing.

        All locks are held from the first read to the last rename; the token is that of every
        member. A write that fails puts the members back that were written before it.
        """
        members = self._members(targets)
        with Locks(self, members):
            before = {identity: self.shard(identity).read(identity) for identity in members}
            for identity in members:
                refusal = self._refuses(before[identity])
                if refusal:
                    return refusal, identity
            token = self._token()
            group = list(members.values())
            after = {}
            for identity, target in members.items():
                fields = {"payload": payload or {}, "token": token}
                fields.update(target=target, targets=group)
                after[identity] = self._claimed(identity, before[identity], fields)
            self._write_group(before, after)
        self._sync_shards(members)
        return "claimed", token

    def _write_group(self, before, after):
        written = []
        try:
            for identity, record in after.items():
                self.shard(identity).replace(identity, record)
                written.append(identity)
        except OSError:
            for identity in written:
                if before[identity] is None:
                    self.shard(identity).remove(identity)
                else:
                    self.shard(identity).replace(identity, before[identity])
            raise

    def heartbeat_group(self, targets, token):
        """(answer, the ids that are still the token's): one stale member, and nothing changes."""
        members = self._members(targets)
        now = self.now()
        with Locks(self, members):
            records, ours = self._held_of(members, token)
            if len(ours) < len(members):
                return "stale", ours
            self._write_group(
                records, {i: dict(record, updated=now) for i, record in records.items()}
            )
        self._sync_shards(members)
        return "renewed", ours

    def _held_of(self, members, token):
        records = {identity: self.shard(identity).read(identity) for identity in members}
        return records, [i for i, record in records.items() if self._is_renewable(record, token)]

    def release_group(self, targets, token):
        """(answer, the ids that are still the token's); as a heartbeat of the group."""
        members = self._members(targets)
        with Locks(self, members):
            records, ours = self._held_of(members, token)
            if len(ours) < len(members):
                return "stale", ours
            for identity in records:
                self.shard(identity).remove(identity)
        self._sync_shards(members)
        return "released", ours

    @staticmethod
    def _members(targets):
        """Target by id, in digest order."""
        chosen = sorted({target for target in targets if target > 0}, key=target_id)
        if not 1 <= len(chosen) <= GROUP_LIMIT:
            raise ValueError("a group has 1 to %d targets, not %d" % (GROUP_LIMIT, len(chosen)))
        return {target_id(target): target for target in chosen}

    def _sync_shards(self, members):
        for number in sorted({shard_of(identity, self.shard_count) for identity in members}):
            self._open("%03d" % number).sync()

    def scan(self):
        """(id, record or Corrupt) of every record, shard by shard, without locks."""
        for shard in self._existing():
            for name in sorted(os.listdir(shard.fd)):
                match = RECORD_NAME.match(name)
                if match:
                    try:
                        record = shard.read(match.group(1))
                    except Corrupt as e:
                        record = e
                    if record is not None:
                        yield match.group(1), record


# ---- the endless work of the tests


class Worker:
    """Does windows of ids with others: claims, beats, gives up, forgets, commits.

    Leaves no window before all of it is done, so that at the end every id up to the last window's
    is done; prints a line for each id that it completed itself. Forgotten leases are others' once
    they have expired.
    """

    WINDOW = 96
    FEWEST_WINDOWS = 4
    HELD_AT_ONCE = 6
    PATIENCE = 60.0

    def __init__(self, table, seconds, seed, out):
        self.table = table
        self.deadline = time.monotonic() + seconds
        self.random = random.Random(seed)
        self.out = out
        self.held = {}
        self.counts = dict.fromkeys(
            ("claims", "again", "beats", "lost", "released", "forgotten", "stale", "completed"), 0
        )

    def run(self):
        window = 0
        while window < self.FEWEST_WINDOWS or time.monotonic() < self.deadline:
            self._do_window(window)
            window += 1
        self.out("end", dict(self.counts, windows=window))

    def _do_window(self, window):
        payloads = [{"input": "käse-%d" % n} for n in self._numbers(window)]
        open_ids = {work_id(payload): payload for payload in payloads}
        while open_ids:
            ids = list(open_ids)
            self.random.shuffle(ids)
            for identity in ids:
                if len(self.held) < self.HELD_AT_ONCE and self._claim(identity, open_ids):
                    del open_ids[identity]
            self._beat()
            for identity in list(self.held):
                self._decide(identity, open_ids)
            if not self.held:
                time.sleep(self.random.uniform(0.005, 0.02))
            if time.monotonic() > self.deadline + self.PATIENCE:
                raise Busy("window %d is not done: %s" % (window, sorted(open_ids)))

    def _numbers(self, window):
        return range(window * self.WINDOW, (window + 1) * self.WINDOW)

    def _claim(self, identity, payloads):
        """Whether it is done already."""
        if identity in self.held:
            return False
        answer, record = self.table.claim(identity, payloads[identity])
        if answer == "claimed":
            self.counts["claims"] += 1
            self.counts["again"] += 1 if record["attempts"] > 1 else 0
            self.held[identity] = record["token"]
        return answer == "done"

    def _beat(self):
        if self.held:
            batch = self.table.heartbeat_many(self.held)
            if batch["corrupt"]:
                raise Corrupt(str(batch["corrupt"]))
            self.counts["beats"] += len(batch["renewed"])
            self.counts["lost"] += len(batch["lost"])
            for identity in batch["lost"]:
                del self.held[identity]

    def _decide(self, identity, open_ids):
        choice = self.random.random()
        if choice < 0.5:
            return
        token = self.held.pop(identity)
        if choice < 0.55:
            self.counts["forgotten"] += 1
        elif choice < 0.62:
            answer, _ = self.table.release(identity, token)
            self.counts[answer] += 1
        else:
            self._commit(identity, token, open_ids)

    def _commit(self, identity, token, open_ids):
        manifest = {"schema": "result-commit-v1", "stage": secrets.token_hex(16)}
        answer, _ = self.table.begin_commit(identity, token, manifest)
        if answer == "begun":
            self.table.heartbeat_many({identity: token})
            answer, record = self.table.complete_once(identity, token)
            if answer != "completed":
                raise Corrupt("%s: committing became %s: %s" % (identity, answer, record))
            self.counts["completed"] += 1
            self.out("done", {"id": identity, "token": token})
            del open_ids[identity]
        else:
            self.counts["stale"] += 1


# ---- the command line


def say(word, fields):
    print("%s %s" % (word, canonical(fields).decode("ascii")), flush=True)


def parser():
    top = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        epilog="The head of this file tells what it is, and what it is not.",
    )
    commands = top.add_subparsers(dest="command", required=True)

    def add(name, *arguments):
        command = commands.add_parser(name)
        command.add_argument("root")
        for argument in arguments:
            command.add_argument(argument, **({"type": json.loads} if "--" in argument else {}))
        command.add_argument("--shards", type=int, default=64)
        command.add_argument("--ttl", type=float, default=120.0)
        command.add_argument("--owner", default="")
        command.add_argument("--worker", type=int, default=0)
        command.add_argument("--extra", type=json.loads, help="fields put into claimed records")
        return command

    add("claim", "id", "--payload")
    add("show", "id").add_argument("--kind", choices=("work", "target"))
    add("heartbeat", "id", "token")
    add("begin", "id", "token", "--manifest")
    add("complete", "id", "token")
    add("release", "id", "token")
    add("verify").add_argument("--kind", choices=("work", "target"))
    add("claim-group").add_argument("targets", type=int, nargs="+")
    add("heartbeat-group", "token").add_argument("targets", type=int, nargs="+")
    add("release-group", "token").add_argument("targets", type=int, nargs="+")
    work = add("work")
    work.add_argument("--seconds", type=float, default=30.0)
    work.add_argument("--seed", type=int, default=1)
    return top


def verify(table):
    counts, corrupt = {}, []
    for _, record in table.scan():
        if isinstance(record, Corrupt):
            corrupt.append(str(record))
        else:
            counts[record["status"]] = counts.get(record["status"], 0) + 1
    return ("corrupt" if corrupt else "valid"), {"counts": counts, "corrupt": corrupt}


def run(table, asked):
    """(answer, what belongs to it) of one command."""
    if asked.command == "claim":
        return table.claim(asked.id, asked.payload or {})
    if asked.command == "show":
        record = table.read(asked.id)
        return ("absent" if record is None else "present"), record
    if asked.command == "heartbeat":
        batch = table.heartbeat_many({asked.id: asked.token})
        return ("renewed" if batch["renewed"] else "lost"), batch
    if asked.command == "begin":
        return table.begin_commit(asked.id, asked.token, asked.manifest)
    if asked.command == "complete":
        return table.complete_once(asked.id, asked.token)
    if asked.command == "release":
        return table.release(asked.id, asked.token)
    if asked.command == "claim-group":
        return table.claim_group(asked.targets)
    if asked.command == "heartbeat-group":
        return table.heartbeat_group(asked.targets, asked.token)
    if asked.command == "release-group":
        return table.release_group(asked.targets, asked.token)
    return verify(table)


YES = ("claimed", "present", "renewed", "begun", "completed", "already", "released", "valid")


def main(arguments):
    asked = parser().parse_args(arguments)
    if not WORK_ID.match(getattr(asked, "id", "0" * 64)):
        print("coordinator.py: an id is 64 lower-case hex digits", file=sys.stderr)
        return 2
    kind = getattr(asked, "kind", None)
    kind = kind or ("target" if asked.command.endswith("-group") else "work")
    try:
        table = Table(
            asked.root, asked.shards, kind, asked.ttl, asked.owner, asked.worker, asked.extra
        )
        if asked.command == "work":
            Worker(table, asked.seconds, asked.seed, say).run()
            return 0
        answer, fields = run(table, asked)
        say(answer, fields)
        return 0 if answer in YES else 1
    except (TableRefused, ValueError, OSError) as e:
        print("coordinator.py: %s" % e, file=sys.stderr)
        return 2
    except (Corrupt, Busy) as e:
        print("coordinator.py: %s" % e, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
