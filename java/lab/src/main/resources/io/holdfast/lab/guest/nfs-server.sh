#!/bin/sh
# Serves a disk by NFS 3 and 4. What it must not forget at a crash is on the disk as well.
# usage: nfs-server DISK fresh|again LEASE_SECONDS
set -e
disk=$1 age=$2 lease=$3

modprobe lockd nlm_timeout=3 nlm_grace_period=3
modprobe nfsd
mkdir -p /run/disk /run/rpc_pipefs
mount -t ext4 "$disk" /run/disk
mkdir -p /run/disk/export /run/disk/state
chmod 0777 /run/disk/export
cp -an /var/lib/nfs/. /run/disk/state/
mount --bind /run/disk/state /var/lib/nfs
mount -t rpc_pipefs sunrpc /run/rpc_pipefs
mount -t nfsd nfsd /proc/fs/nfsd

rpcbind -w
rpc.statd --name "$(hostname)"
sm-notify -d -f >/dev/null 2>&1 </dev/null &
nfsdcld
: >>/var/lib/nfs/etab
exportfs -o rw,sync,no_root_squash,no_subtree_check,insecure,fsid=0 '*:/run/disk/export'
rpc.mountd
rpc.nfsd --lease-time "$lease" --grace-time "$lease" 4
# Nobody can have held a lock of a new disk. nfsd sees that itself, lockd waits unless told.
[ "$age" != fresh ] || echo Y >/proc/fs/lockd/nlm_end_grace
