#!/bin/sh
# pack.sh BUILD DESTINATION COMPONENT...: runs the CMake build of the tree in directory BUILD and
# puts the files of some components below DESTINATION/META-INF/native/: "natives" is what the jar
# holdfast-native carries, "rigs" what holdfast-lab does, where libfuse3 is there to build it.
# Nothing else is left there. "mpi" is DESTINATION/bin/holdfast-mpi, where an MPI library is; no jar
# carries it. Says nothing when there was nothing to do.
set -eu

build=$1
destination=$2
shift 2
tree=$(cd "$(dirname "$0")/.." && pwd -P)

need() {
    for tool in $1; do
        command -v "$tool" >/dev/null 2>&1 && return 0
    done
    echo "holdfast-native needs $2 to build its C half and found none on the PATH." >&2
    echo "On Debian: apt-get install $3" >&2
    exit 4
}

need cmake "CMake" cmake
need "${CC:-cc gcc clang}" "a C compiler" "gcc libc6-dev"
need "make ninja" "make or ninja" make

# CMake asks for make unless it is told.
command -v make >/dev/null 2>&1 || export CMAKE_GENERATOR="${CMAKE_GENERATOR:-Ninja}"

# A tree that was moved or copied brings a cache that CMake refuses.
if [ -f "$build/CMakeCache.txt" ] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$tree" "$build/CMakeCache.txt"; then
    rm -rf "$build"
fi

log=$build/pack.log
mkdir -p "$build"

# quietly COMMAND...: shows the log only when it fails, or when the compiler warned.
quietly() {
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        echo "holdfast-native: failed: $*" >&2
        exit 4
    fi
    grep -A 6 'warning:' "$log" >&2 || true
}

quietly cmake -S "$tree" -B "$build" -DBUILD_TESTING=OFF
quietly cmake --build "$build" --parallel 2
wanted=
for component; do
    quietly cmake --install "$build" --component "$component" --prefix "$destination"
    wanted="$wanted
$(cat "$build/install_manifest_$component.txt")"
done

# What an earlier build packed and this one does not would be found first by whoever looks.
if [ -d "$destination/META-INF/native" ]; then
    find "$destination/META-INF/native" -type f | while read -r file; do
        printf '%s\n' "$wanted" | grep -qxF "$file" || rm "$file"
    done
fi
