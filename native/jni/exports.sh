#!/bin/sh
# exports.sh LIBRARY: it shows JNI_OnLoad and nothing else, and no JVM is needed to link it.
set -eu
command -v nm >/dev/null && command -v readelf >/dev/null || { echo "no nm or readelf"; exit 77; }

exported=$(nm -D --defined-only "$1" | awk '{ print $3 }')
if [ "$exported" != JNI_OnLoad ]; then
    printf 'exports more or less than JNI_OnLoad:\n%s\n' "$exported"
    exit 1
fi
if readelf -d "$1" | grep 'NEEDED.*libjvm'; then
    exit 1
fi
