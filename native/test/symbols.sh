#!/bin/sh
# symbols.sh HEADER SHARED STATIC: the shared library exports exactly the functions of the header,
# and neither library has the test build's table.
set -eu
export LC_ALL=C

command -v nm >/dev/null || { echo "skipped: no nm"; exit 77; }

declared=$(sed -n 's/^HF_API .*[ *]\(hf_[a-z0-9_]*\)(.*/\1/p' "$1" | sort)
exported=$(nm -D --defined-only "$2" | awk '$2 != "A" { print $3 }' | sort)

if [ "$declared" != "$exported" ]; then
    echo "declared but not exported, or the reverse:"
    printf '%s\n%s\n' "$declared" "$exported" | sort | uniq -u
    exit 1
fi
[ "$(printf '%s\n' "$declared" | wc -l)" -gt 40 ] || { echo "the header was not read"; exit 1; }

if nm "$2" "$3" | grep -E 'hf_test_calls|hf_direct_calls'; then
    echo "a hook for tests is in the release build"
    exit 1
fi
