#!/bin/sh
# foreign.sh COMMAND...: runs COMMAND where programs for aarch64 start like any other, by
# qemu-user: in a user namespace with a binfmt_misc of its own, so that nothing else on this
# machine notices. QEMU_LD_PREFIX may name another root for their loader. Ends with 77, and says
# why, where that cannot be had.
set -eu

emulator=$(command -v qemu-aarch64-static) || { echo "skipped: no qemu-aarch64-static"; exit 77; }
# The kernel itself reads the escapes: 64-bit ELF, a program or shared object, of machine 0xb7.
magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
HOLDFAST_FOREIGN=":aarch64:M::$magic:$mask:$emulator:F"
QEMU_LD_PREFIX=${QEMU_LD_PREFIX:-/usr/aarch64-linux-gnu}
export HOLDFAST_FOREIGN QEMU_LD_PREFIX

misc=/proc/sys/fs/binfmt_misc
enter="unshare --user --map-root-user --mount"
$enter mount -t binfmt_misc none $misc 2>/dev/null || {
    echo "skipped: no binfmt_misc in a user namespace of this kernel (Linux 6.7 has it)"
    exit 77
}
# shellcheck disable=SC2016
exec $enter sh -c '
    mount -t binfmt_misc none "$0" || exit
    printf %s "$HOLDFAST_FOREIGN" >"$0/register" || exit
    exec "$@"' $misc "$@"
