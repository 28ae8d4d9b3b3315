#!/bin/sh
# abi_test.sh ABI HEADER CC LIST: the header keeps the list, and abi.sh tells headers that do not.
set -eu

abi=$1
header=$2
compiler=$3
list=$4
sh "$abi" "$header" "$compiler" "$list"

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# tells EXPRESSION WORDS: of the header as sed changed it.
tells() {
    sed "$1" "$header" >"$directory/changed.h"
    ! cmp -s "$header" "$directory/changed.h" || { echo "$1 changes nothing"; exit 1; }
    if sh "$abi" "$directory/changed.h" "$compiler" "$list" >"$directory/said"; then
        echo "not noticed: $1"
        exit 1
    fi
    grep -qF "$2" "$directory/said" || { cat "$directory/said"; exit 1; }
}

raise="raise it"
tells 's/int hf_getuid(void)/int64_t hf_getuid(void)/' "$raise"
tells 's/int64_t whence;/int32_t whence;/' "$raise"
tells '/hf_getuid/d' "$raise"
tells 's/^\(.*\)hf_getpid(void);/&\n\1hf_getppid(void);/' "is behind"
tells 's/\(HF_ABI_VERSION\) [0-9]*$/\1 0/' "is behind"
