#!/bin/sh
# header.sh INCLUDE CC CXX: holdfast.h stands alone in C99, C11 and C++11. CXX may be empty.
set -eu

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cat >"$directory/use.c" <<'END'
#include "holdfast.h"
#include "holdfast.h"
int use(void);
int use(void)
{
    struct hf_stat stat;
    return hf_fstat(0, &stat) == 0 && hf_abi_version() == HF_ABI_VERSION;
}
END
cp "$directory/use.c" "$directory/use.cc"
strict="-Wall -Wextra -Wpedantic -Werror -I$1 -c"

# shellcheck disable=SC2086
for standard in c99 c11; do
    "$2" -std=$standard $strict -o "$directory/use.o" "$directory/use.c"
done
if [ -z "${3:-}" ]; then
    echo "C++ was left out: no compiler"
    exit 0
fi
# shellcheck disable=SC2086
"$3" -std=c++11 $strict -o "$directory/use.o" "$directory/use.cc"
