#!/bin/sh
# pack_test.sh PACK: where a tool is missing pack.sh exits 4 and says what to install.
set -eu

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
mkdir "$directory/bin"

provide() {
    for tool; do
        ln -s "$(command -v "$tool")" "$directory/bin/$tool"
    done
}

# fails_for PACK PACKAGE: with what was provided so far.
fails_for() {
    status=0
    env -i PATH="$directory/bin" sh "$1" "$directory/build" "$directory/out" \
        2>"$directory/said" || status=$?
    if [ $status -ne 4 ] || ! grep -qF "apt-get install $2" "$directory/said"; then
        echo "status $status, said:"
        cat "$directory/said"
        exit 1
    fi
    [ ! -e "$directory/build" ] || { echo "something was built"; exit 1; }
}

provide sh dirname
fails_for "$1" cmake
provide cmake
fails_for "$1" "gcc libc6-dev"
printf '#!/bin/sh\n' >"$directory/bin/cc"
chmod +x "$directory/bin/cc"
fails_for "$1" make
