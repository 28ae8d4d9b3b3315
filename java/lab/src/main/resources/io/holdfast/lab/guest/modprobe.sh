#!/bin/sh
# The host has no modules of a guest's kernel where modprobe looks for them; see init.sh.
exec /sbin/modprobe -d "$(dirname "$0")/.." "$@"
