#!/bin/sh
# constants.sh PRINT RESOURCE: core carries the table that this compiler makes.
set -eu

if [ ! -f "$2" ]; then
    echo "skipped: core has no $(basename "$2"); to support this platform commit the output of $1"
    exit 77
fi
"$1" | diff "$2" - || {
    echo "the table of core differs (<) from the compiler's (>); run: $1 > $2"
    exit 1
}
