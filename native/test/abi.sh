#!/bin/sh
# abi.sh HEADER CC [LIST]: prints what a program that was built with the header relies on:
# constants, structs as the compiler lays them out, prototypes. With LIST, compares: nothing of it
# may change or go while HF_ABI_VERSION stays. LIST is renewed by: abi.sh HEADER CC > LIST
set -eu
export LC_ALL=C

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# Without comments; each declaration in one line.
sed -e 's#/\*.*\*/##' -e '/\/\*/,/\*\//d' "$1" >"$directory/bare"
grep -v '^#' "$directory/bare" | tr '\n' ' ' | sed 's/[;{}]/&\n/g' |
    sed -e 's/  */ /g' -e 's/^ //' >"$directory/declarations"

{
    printf '#include <stddef.h>\n#include <stdio.h>\nint main(void)\n{\n'
    awk '
        /^struct [a-z_]+ \{$/ {
            type = $2
            printf "printf(\"struct %s %%zu\\n\", sizeof(struct %s));\n", type, type
            next
        }
        /^\}/ { type = "" }
        type != "" && sub(/;$/, "") {
            field = $NF
            sub(/^\*/, "", field)
            printf "printf(\"  %s %%zu\\n\", offsetof(struct %s, %s));\n", $0, type, field
        }' "$directory/declarations"
    printf 'return 0;\n}\n'
} >"$directory/layout.c"
"$2" -include "$1" -o "$directory/layout" "$directory/layout.c"

{
    sed -n 's/^#define \(HF_[A-Z_]* [0-9].*\)/\1/p' "$directory/bare"
    "$directory/layout"
    sed -n 's/^HF_API \(.*\);$/\1/p' "$directory/declarations" | sort
} >"$directory/now"

if [ -z "${3:-}" ]; then
    cat "$directory/now"
    exit 0
fi
renew="sh $0 $1 $2 > $3"
[ "$(grep -c '(' "$3")" -gt 40 ] || { echo "$3 was not read"; exit 1; }
if [ "$(head -n 1 "$3")" = "$(head -n 1 "$directory/now")" ] && diff "$3" "$directory/now" |
    grep '^<'; then
    echo "changed (<) under the same HF_ABI_VERSION: raise it, then $renew"
    exit 1
fi
diff "$3" "$directory/now" || { echo "the list is behind the header (>): $renew"; exit 1; }
