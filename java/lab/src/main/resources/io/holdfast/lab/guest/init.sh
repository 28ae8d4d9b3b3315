#!/bin/sh
# The first process of every guest. Its root is the host's, read-only; what it writes is memory.
# The kernel's command line gives: name=, data= and management= (addresses), site= (the lab's
# directory on the host), door= (a program of the host).
export HOME=/root PATH="$site/bin:/usr/sbin:/usr/bin:/sbin:/bin" LC_ALL=C
exec 2>&1 </dev/null
set -e

mount -t proc proc /proc
mount -t sysfs sysfs /sys
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
if [ -d /var/lib/nfs ]; then
    mount -t tmpfs tmpfs /var/lib/nfs
    mkdir /var/lib/nfs/sm /var/lib/nfs/sm.bak /var/lib/nfs/v4recovery /var/lib/nfs/nfsdcld
fi
mount --bind "$site/hosts" /etc/hosts
hostname "$name"
echo "$site/bin/modprobe" >/proc/sys/kernel/modprobe

ip link set lo up
ip link set vec0 up
ip addr add "$data/24" dev vec0
ip link set vec1 up
ip addr add "$management/24" dev vec1
exec "$door" --serve "$management"
