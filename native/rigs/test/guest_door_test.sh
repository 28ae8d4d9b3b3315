#!/bin/sh
# guest_door_test.sh DOOR: what the door of a guest passes on, and whom it kills.
set -u

door=$1
# Its port is fixed; an address of the loopback network is free for every process.
address=127.9.$(($$ / 254 % 254 + 1)).$(($$ % 254 + 1))
scratch=$(mktemp -d)
failures=0

"$door" --serve "$address" >"$scratch/door" &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$scratch"' EXIT

# soon COMMAND...: whether it succeeds within ten seconds.
soon() {
    tries=500
    until "$@" 2>/dev/null; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.02
    done
}

# expect WHAT WANTED GOT
expect() {
    [ "$2" = "$3" ] && return
    echo "$1: expected '$2', got '$3'"
    failures=$((failures + 1))
}

# through WANTED_STATUS WANTED_OUTPUT ARGUMENT...
through() {
    status=$1 output=$2
    shift 2
    said=$("$door" -n "$address" "$@" 2>"$scratch/errors")
    expect "status of $*" "$status" $?
    expect "output of $*" "$output" "$said"
}

is_gone() { ! kill -0 "$1"; }

soon grep -q 'the door is open' "$scratch/door" || { echo "the door does not open"; exit 1; }

through 0 '' true
through 3 "out
err" sh -c 'echo out; echo err >&2; exit 3'
through 137 '' sh -c 'kill -9 $$'
through 127 'no-such-program: No such file or directory' no-such-program
through 0 "[a b]
[]
[*]" printf '[%s]\n' 'a b' '' '*'
through 0 '' cat

# ---- with an input

mkfifo "$scratch/input"
"$door" "$address" sh -c 'read -r line; echo "got $line"' <"$scratch/input" >"$scratch/output" &
client=$!
exec 3>"$scratch/input"
echo ping >&3
wait "$client"
expect "status of a reader" 0 $?
expect "output of a reader" "got ping" "$(cat "$scratch/output")"
exec 3>&-

# starts a program inside that tells its pid and stays; its input is the fifo.
start_inside() {
    "$door" "$address" sh -c 'echo $$; sleep 1000' <"$scratch/input" >"$scratch/pid" &
    client=$!
    exec 3>"$scratch/input"
    soon test -s "$scratch/pid" || echo "nothing started inside"
    inside=$(cat "$scratch/pid")
}

start_inside
kill -9 "$client"
soon is_gone "$inside" || { echo "killed outside, alive inside"; failures=$((failures + 1)); }
exec 3>&-

start_inside
exec 3>&-
soon is_gone "$inside" || { echo "the input has ended, alive"; failures=$((failures + 1)); }

# ---- no door, no words

kill "$server"
wait "$server" 2>/dev/null
"$door" -n "$address" true 2>/dev/null
expect "status without a door" 4 $?
"$door" "$address" 2>/dev/null
expect "status without a program" 2 $?

[ "$failures" -eq 0 ]
