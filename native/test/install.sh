#!/bin/sh
# install.sh BUILD CC EXAMPLES [CXX]: what a user installs into any prefix, moved once, builds the
# examples through pkg-config, shared and static, and they do what they say.
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

die() {
    echo "$*"
    exit 1
}

for file in include/holdfast.h bin/holdfast-agent; do
    [ -f "$prefix/$file" ] || die "not installed: $file"
done
if find "$prefix" | grep -E 'testing|print-constants|META-INF|coordinator'; then
    die "installed, but no part of the product"
fi

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name holdfast.pc)")
export PKG_CONFIG_PATH
version=$(pkg-config --modversion holdfast)
LD_LIBRARY_PATH=$(pkg-config --variable=libdir holdfast)
export LD_LIBRARY_PATH
[ "$("$prefix/bin/holdfast-agent" --version)" = "holdfast-agent $version (protocol 1)" ]

# The rest is what two coordinators do with one directory.
store=$directory/store
bin=$directory/bin
mkdir "$store" "$bin" "$directory/said"
strict="-O2 -Wall -Wextra -Wpedantic -Werror"

# makes LINKAGE COMPILER SOURCE DIRECTORY: bin/LINKAGE-SOURCE, one that names the library or has it.
makes() {
    flags=$(pkg-config --cflags --libs holdfast)
    [ "$1" = shared ] || flags="-static $(pkg-config --static --cflags --libs holdfast)"
    # shellcheck disable=SC2086
    "$2" $strict -o "$bin/$1-$3" "$4/$3" $flags
}

# moves PROGRAM FENCE ORDER: it gets the fence; its new name is in $fence.
moves() {
    said=$("$1" "$store" "$2") || die "$1 ended with $?: $said"
    fence=$(printf '%s\n' "$said" | sed -n 2p)
    [ "$(printf '%s\n' "$said" | sed -n 1p)" = "$3" ] || die "$1 said: $said"
    [ -e "$store/$fence" ] && [ ! -e "$store/$2" ] || die "$1 did not move $2 to $fence"
    [ "$(cat "$store/$(printf '%s' "$fence" | sed 's/fence/rec/')")" = '{"state":"leased"}' ]
    [ "$(cat "$store/order") $(cat "$store/status")" = "one order ready" ]
    [ -z "$(find "$store" -name '.status.*')" ] || die "$1 left a staged file"
}

fence=job.fence.0
: >"$store/$fence"
order=published
for source in coordinator.c coordinator.cc; do
    compiler=$2
    [ "$source" = coordinator.c ] || compiler=${4:-}
    if [ -z "$compiler" ]; then
        echo "$source was left out: no C++ compiler"
        continue
    fi
    for linkage in shared static; do
        makes $linkage "$compiler" $source "$3"
        last=$fence
        moves "$bin/$linkage-$source" "$last" "$order"
        order="published by somebody else"
        status=0
        said=$("$bin/$linkage-$source" "$store" "$last") || status=$?
        [ $status -eq 3 ] || die "a fence that was moved: $linkage-$source ended with $status"
        [ "$said" = "$order
lost" ] || die "a fence that was moved: $linkage-$source said: $said"
    done
done
case $fence in
    job.fence.[24].*) ;;
    *) die "the last fence is $fence" ;;
esac

# Of those that try at one moment one gets it.
for n in 1 2 3 4 5 6 7 8; do
    for program in "$bin"/*; do
        said=$directory/said/$(basename "$program").$n
        { "$program" "$store" "$fence" || [ $? -eq 3 ]; } >"$said" 2>&1 || echo failed >>"$said" &
    done
done
wait
winners=$(cat "$directory/said"/* | grep -c '^job\.fence\.' || true)
if [ "$winners" -ne 1 ] || grep -H -B 2 failed "$directory/said"/*; then
    die "$winners coordinators moved one fence"
fi

# Each barrier stands where it must, and is asked for once.
if ! command -v strace >/dev/null || ! strace -o /dev/null true 2>/dev/null; then
    echo "the order of calls was left out: no strace"
    exit 0
fi
expected="fsync linkat fsync openat fsync renameat2 fsync openat \
fsync fsync openat renameat2 fsync openat"
for program in "$bin/shared-coordinator.c" "$bin/shared-coordinator.cc"; do
    [ -x "$program" ] || continue
    fence=$(cd "$store" && echo job.fence.*)
    strace -o "$directory/calls" -e trace=openat,linkat,renameat2,fsync,fdatasync \
        "$program" "$store" "$fence" >/dev/null
    calls=$(sed '/openat/{/"\.", .*O_TMPFILE/!d;}; s/(.*//; /^+++/d' "$directory/calls" |
        tr '\n' ' ' | sed 's/ $//')
    [ "$calls" = "openat $expected" ] || die "$program made these calls: $calls"
done
