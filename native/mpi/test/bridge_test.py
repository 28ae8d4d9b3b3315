"""bridge_test.py MPIRUN BRIDGE MEMBER: what holdfast-mpi carries, and how a job ends.

Every case is a job of its own under mpirun, whose ranks run member.py. Exit status 77: no MPI here.
"""

import ctypes
import os
import re
import select
import signal
import subprocess
import sys
import tempfile

MPIRUN, BRIDGE, MEMBER = sys.argv[1:4]
PATIENCE_SECONDS = 60
PR_SET_PDEATHSIG = 1
# No network, no UCX; and long messages arrive in pieces, while short ones behind them are there.
SHARED_MEMORY = ["--mca", "pml", "ob1", "--mca", "btl", "self,vader"]
SHARED_MEMORY += ["--mca", "btl_vader_single_copy_mechanism", "none"]

libc = ctypes.CDLL(None)
failures = 0


def launcher():
    """Open MPI is told that this is one machine, perhaps root's; others need no telling."""
    said = subprocess.run([MPIRUN, "--version"], capture_output=True, text=True, check=False)
    if not re.search("Open MPI|OpenRTE|open-mpi", said.stdout):
        return [MPIRUN]
    return [MPIRUN, "--allow-run-as-root", "--oversubscribe", *SHARED_MEMORY]


def start(ranks, arguments, bridge=()):
    """Ends, and the whole job with it, when this process ends."""
    return subprocess.Popen(
        [*LAUNCHER, "-np", str(ranks), BRIDGE, *bridge, "--", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM),
    )


def member(*what):
    return [sys.executable, MEMBER, *what]


def check(case, true, *shown):
    global failures
    if not true:
        failures += 1
        print(f"FAILED {case}:", *shown, flush=True)


def run(case, ranks, arguments, status, told="", said="", bridge=()):
    """A job that ends by itself: its status, and what has to be on its outputs."""
    job = start(ranks, arguments, bridge)
    try:
        out, err = job.communicate(timeout=PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        job.terminate()
        out, err = job.communicate()
        check(case, False, "it hung", out, err)
        return
    fits = job.returncode == status and re.search(told, out) and re.search(said, err)
    check(case, fits, f"status {job.returncode} instead of {status}", out, err)
    print("ok" if fits else "FAILED", case, flush=True)


def staying(ranks):
    """A job that stays, and of each rank its process and its bridge.

    They come through a FIFO, where a short line is never torn: mpirun mixes what ranks print.
    """
    with tempfile.TemporaryDirectory() as place:
        fifo = os.path.join(place, "there")
        os.mkfifo(fifo)
        told = os.open(fifo, os.O_RDWR)
        try:
            job = start(ranks, member("tell", fifo))
            lines = b""
            while lines.count(b"\n") < ranks:
                if not select.select([told], [], [], PATIENCE_SECONDS)[0]:
                    job.terminate()
                    raise TimeoutError(f"a job does not come up: {job.communicate()}")
                lines += os.read(told, select.PIPE_BUF)
        finally:
            os.close(told)
    return job, [line.split() for line in lines.splitlines()]


def ends_with_its_bridge(case, victim, sent, status):
    """Whether nothing of a job is left after a signal to mpirun or to one bridge."""
    job, pids = staying(2)
    watched = [os.pidfd_open(int(pid)) for pair in pids for pid in pair]
    os.kill(job.pid if victim == "mpirun" else int(pids[0][1]), sent)
    out, err = job.communicate(timeout=PATIENCE_SECONDS)
    fits = job.returncode in status and (sent == signal.SIGKILL or "terminated" in out)
    check(case, fits, f"status {job.returncode}", out, err)
    for process in watched:
        ended = select.select([process], [], [], PATIENCE_SECONDS)[0]
        check(case, ended, "a process is left over")
        os.close(process)
    print("done", case, flush=True)


def carrying():
    run("echo", 3, member("echo"), 0)
    run("much in all directions before anybody receives", 3, member("flood"), 0)
    run("frames of one sender stay in order", 2, member("order"), 0)
    run("named groups", 4, member("groups"), 0)
    run("one rank alone", 1, member("echo"), 0)


def ending():
    run("70 ends the job with 70", 2, member("gone", "70"), 70, "told 0", "ended with 70")
    run("a killed command", 3, member("gone", "killed"), 128 + 9, "told 2", "signal 9")
    run("0 is no loss", 2, member("gone", "0"), 0, "told 0")
    run("who does not end in time", 2, member("stay", "7"), 7, "there", "", ["--grace", "0"])
    run("a command that is not there", 1, ["/no/such/command"], 127, "", "No such file")
    run("a command that is none", 1, ["/dev/null"], 126, "", "Permission denied")
    ends_with_its_bridge("mpirun is terminated", "mpirun", signal.SIGTERM, range(1, 256))
    ends_with_its_bridge("a bridge is terminated", "bridge", signal.SIGTERM, [3])
    ends_with_its_bridge("a bridge is killed", "bridge", signal.SIGKILL, range(1, 256))


REFUSED = {
    "first": "hello was not said first",
    "version": "another version",
    "length": "a length that none has",
    "twice": "only one process may speak",
    "kind": "no kind of frame",
    "nobody": "not joined",
    "cut": "cut short",
    "outside": "a rank that the job has not",
    "repeated": "a rank twice",
    "without": "own rank",
    "long": "longer than FRAME_LIMIT",
}


def refusing():
    told = "".join(f"(?=[^$]*^{what}: .*{why})" for what, why in REFUSED.items())
    run("what must not be said", len(REFUSED), member("wrong"), 4, "(?m)" + told, "ended with 4")
    run("groups that differ", 2, member("disagree"), 4, "other ranks")


def usage():
    for arguments in ([], ["--"], ["--grace"], ["--grace", "x", "true"], ["--what", "true"]):
        said = subprocess.run([BRIDGE, *arguments], capture_output=True, text=True, check=False)
        fits = said.returncode == 2 and "usage: mpirun" in said.stderr
        check(f"usage {arguments}", fits, said)


LAUNCHER = launcher()
usage()
carrying()
ending()
refusing()
sys.exit(1 if failures else 0)
