#!/bin/sh
# install.sh BUILD CC: what a user installs into any prefix, moved once, compiles and runs a program
# through pkg-config, shared and static.
set -eu

command -v pkg-config >/dev/null || { echo "skipped: no pkg-config"; exit 77; }
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cmake --install "$1" --prefix "$directory/first" >"$directory/log" || {
    cat "$directory/log"
    exit 1
}
mv "$directory/first" "$directory/moved"
prefix=$directory/moved

for file in include/holdfast.h bin/holdfast-agent; do
    [ -f "$prefix/$file" ] || { echo "not installed: $file"; exit 1; }
done
if find "$prefix" | grep -E 'testing|print-constants|META-INF'; then
    echo "installed, but no part of the product"
    exit 1
fi

cat >"$directory/program.c" <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <holdfast.h>
int main(void)
{
    int fd = hf_openat(AT_FDCWD, "/nowhere/at/all", O_RDONLY, 0);
    printf("%s %s\n", hf_version(), hf_errno_name(-fd));
    return hf_abi_version() != HF_ABI_VERSION;
}
END
pc=$(dirname "$(find "$prefix" -name holdfast.pc)")
export PKG_CONFIG_PATH="$pc"
version=$(pkg-config --modversion holdfast)
libdir=$(pkg-config --variable=libdir holdfast)

# shellcheck disable=SC2046
"$2" -o "$directory/shared" "$directory/program.c" $(pkg-config --cflags --libs holdfast)
# shellcheck disable=SC2046
"$2" -o "$directory/static" "$directory/program.c" $(pkg-config --cflags holdfast) \
    "$libdir/libholdfast.a"

[ "$(LD_LIBRARY_PATH=$libdir "$directory/shared")" = "$version ENOENT" ]
[ "$("$directory/static")" = "$version ENOENT" ]
[ "$("$prefix/bin/holdfast-agent" --version)" = "holdfast-agent $version (protocol 1)" ]
