#!/bin/sh
# What an NFS client needs before its first mount.
# usage: nfs-client
set -e
modprobe lockd nlm_timeout=3 nlm_grace_period=3
modprobe -a nfs nfsv3 nfsv4
mkdir -p /run/rpc_pipefs
mount -t rpc_pipefs sunrpc /run/rpc_pipefs
rpcbind -w
rpc.statd --name "$(hostname)"
