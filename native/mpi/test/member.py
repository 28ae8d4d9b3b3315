"""A command of a test: speaks to its bridge, and does what its first argument says."""

import collections
import os
import select
import signal
import struct
import sys

MEBI = 1024 * 1024


def say(*words):
    """Prints a line by one write, which mpirun does not mix with those of other ranks."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


class Bridge:
    """One side of the two pipes."""

    def __init__(self):
        version, self.source, source_inode, self.sink, sink_inode = (
            int(part) for part in os.environ["HOLDFAST_MPI_PIPES"].split(":")
        )
        assert version == 1
        assert os.fstat(self.source).st_ino == source_inode
        assert os.fstat(self.sink).st_ino == sink_inode
        assert not os.get_blocking(self.source) and not os.get_blocking(self.sink)
        self.got = bytearray()
        self.put = collections.deque()

    def hello(self, version=1):
        self.say(b"H", b"HOLDFAST" + struct.pack(">H", version))
        body = self.hear(b"h")
        assert body[:10] == b"HOLDFAST\0\1"
        self.rank, self.size = struct.unpack(">II", body[10:])
        return self

    def join(self, number, name, ranks):
        head = struct.pack(">HB", number, len(name)) + name
        self.say(b"J", head + struct.pack(f">{len(ranks)}I", *ranks))

    def send(self, group, to, tag, data):
        self.say(b"S", struct.pack(">HII", group, to, tag) + data)

    def say(self, kind, body):
        self.put.append(struct.pack(">I", 1 + len(body)) + kind + body)

    def move(self, wait):
        """Reads what is there and writes what is taken."""
        writing = [self.sink] if self.put else []
        readable, writable, _ = select.select([self.source], writing, [], 30 if wait else 0)
        assert readable or writable or not wait, "nothing happened for 30 s"
        if writable:
            rest = self.put.popleft()
            rest = rest[os.write(self.sink, rest) :]
            if rest:
                self.put.appendleft(rest)
        if readable:
            more = os.read(self.source, MEBI)
            if not more:
                raise EOFError("the bridge has gone")
            self.got += more

    def flush(self):
        while self.put:
            self.move(True)

    def hear(self, kind):
        """The body of the next frame, which has to be of this kind."""
        while True:
            if len(self.got) >= 4:
                length = struct.unpack(">I", self.got[:4])[0]
                if len(self.got) >= 4 + length:
                    frame = bytes(self.got[4 : 4 + length])
                    del self.got[: 4 + length]
                    if frame[:1] == b"G" and frame[7:8] == b"\0" and kind != b"G":
                        continue  # somebody was done earlier
                    assert frame[:1] == kind, f"{kind} was awaited, this came: {frame[:80]}"
                    return frame[1:]
            self.move(True)

    def receive(self):
        body = self.hear(b"R")
        return struct.unpack(">HII", body[:10]) + (body[10:],)

    def gone(self):
        body = self.hear(b"G")
        return struct.unpack(">HIB", body[:7]) + (body[7:].decode(),)


def all_joined():
    bridge = Bridge().hello()
    bridge.join(7, b"all", range(bridge.size))
    assert bridge.hear(b"j") == struct.pack(">HI", 7, bridge.rank)
    return bridge


def equal(actual, expected):
    assert actual == expected, f"{actual!r} instead of {expected!r}"


def echo():
    bridge = all_joined()
    if bridge.rank == 0:
        for size in (0, 1, 5000, MEBI):
            data = bytes(i * 7 % 251 for i in range(size))
            for to in range(1, bridge.size):
                bridge.send(7, to, 1000 + to, data)
                equal(bridge.receive(), (7, to, 1000 + to, data))
    else:
        for _ in range(4):
            group, sender, tag, data = bridge.receive()
            bridge.send(group, sender, tag, data)
        bridge.flush()


def flood():
    """Everybody sends much to everybody before anybody receives anything."""
    count, size = 24, MEBI
    bridge = all_joined()
    others = [rank for rank in range(bridge.size) if rank != bridge.rank]
    for turn in range(count):
        for to in others:
            bridge.send(7, to, turn, bytes([bridge.rank]) * (size - turn))
    bridge.flush()
    turns = {rank: 0 for rank in others}
    for _ in range(count * len(others)):
        _, sender, tag, data = bridge.receive()
        equal(tag, turns[sender])
        equal(data, bytes([sender]) * (size - tag))
        turns[sender] += 1


def order():
    """Large and small frames of one sender arrive as they were sent."""
    bridge = all_joined()
    if bridge.rank == 1:
        for turn in range(3000):
            bridge.send(7, 0, turn, b"x" * (300000 if turn % 100 == 0 else turn % 7))
        bridge.flush()
        equal(bridge.receive()[3], b"done")
    elif bridge.rank == 0:
        for turn in range(3000):
            equal(bridge.receive()[1:3], (1, turn))
        bridge.send(7, 1, 0, b"done")
        bridge.flush()


def groups():
    """Ranks of a group are places in its list; whoever joins late misses nothing."""
    bridge = Bridge().hello()
    evens = [rank for rank in range(bridge.size) if rank % 2 == 0][::-1]
    if bridge.rank in evens:
        bridge.join(1, b"evens", evens)
        own = struct.unpack(">HI", bridge.hear(b"j"))[1]
        equal(evens[own], bridge.rank)
    if bridge.rank == 1:
        bridge.join(9, b"late", [1, 0])
        bridge.hear(b"j")
        bridge.send(9, 1, 5, b"early")
        bridge.flush()
        equal(bridge.gone(), (9, 1, 0, "it left"))
    if bridge.rank == 0:
        equal(own, 1)
        bridge.send(1, 0, 3, b"to rank 2 of the job")
        bridge.join(2, b"late", [1, 0])
        bridge.hear(b"j")
        equal(bridge.receive(), (2, 0, 5, b"early"))
        bridge.say(b"L", struct.pack(">H", 2))
        bridge.flush()
    if bridge.rank == 2:
        equal(bridge.receive(), (1, 1, 3, b"to rank 2 of the job"))


def gone():
    """The others are told who ended, and how; they end by themselves in time."""
    bridge = all_joined()
    if bridge.rank == 1:
        if sys.argv[2] == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        sys.exit(int(sys.argv[2]))
    code = sys.argv[2]
    why = "was killed by signal 9" if code == "killed" else f"ended with {code}"
    lost = 0 if code == "0" else 1
    equal(bridge.gone(), (7, 1, lost, "its command " + (why if lost else "ended")))
    say("told", bridge.rank)
    sys.exit(0)


def stay():
    """Says that it is there, and stays until it is ended, but rank 1 ends with a status."""
    leave_upon_sigterm()
    bridge = all_joined()
    say("there")
    if bridge.rank == 1:
        sys.exit(int(sys.argv[2]))
    rest(bridge)


def tell():
    """Tells a FIFO its process and its bridge, and stays until it is ended."""
    leave_upon_sigterm()
    bridge = all_joined()
    with open(sys.argv[2], "wb", buffering=0) as fifo:
        fifo.write(f"{os.getpid()} {os.getppid()}\n".encode())
    rest(bridge)


def leave_upon_sigterm():
    signal.signal(signal.SIGTERM, lambda *_: (say("terminated"), os._exit(3)))


def rest(bridge):
    while True:
        bridge.move(True) if select.select([bridge.source], [], [], 30)[0] else None


WRONG = ("first", "version", "length", "twice", "kind", "nobody", "cut", "outside", "repeated")
WRONG += ("without", "long")


def wrong():
    """Each rank says another thing that must not be said, and is told so."""
    bridge = Bridge()
    rank = os.environ.get("OMPI_COMM_WORLD_RANK") or os.environ["PMI_RANK"]
    what = WRONG[int(rank)]
    if what == "first":
        bridge.say(b"L", b"\0\1")
    elif what == "version":
        bridge.say(b"H", b"HOLDFAST\0\2")
    elif what == "length":
        bridge.put.append(struct.pack(">I", MEBI + 1025))
    else:
        own = bridge.hello().rank
        name = what.encode()
        if what == "twice":
            bridge.say(b"H", b"HOLDFAST\0\1")
        elif what == "kind":
            bridge.say(b"?", b"")
        elif what == "nobody":
            bridge.send(1, 0, 0, b"")
        elif what == "cut":
            bridge.say(b"J", b"\0\1\5abc")
        elif what == "outside":
            bridge.join(1, name, [own, 99])
        elif what == "repeated":
            bridge.join(1, name, [own, own])
        elif what == "without":
            bridge.join(1, name, [own - 1])
        elif what == "long":
            bridge.join(1, name, [own])
            bridge.hear(b"j")
            bridge.send(1, 0, 0, b"x" * (MEBI + 1))
    say(f"{what}: {bridge.hear(b'E').decode()}")


def disagree():
    """Two members mean different groups by one name."""
    bridge = Bridge().hello()
    bridge.join(1, b"g", [0, 1] if bridge.rank == 0 else [1, 0])
    bridge.hear(b"j")
    bridge.send(1, 1 if bridge.rank == 0 else 0, 0, b"")
    say(bridge.hear(b"E").decode())


CASES = (echo, flood, order, groups, gone, stay, tell, wrong, disagree)
{case.__name__: case for case in CASES}[sys.argv[1]]()
