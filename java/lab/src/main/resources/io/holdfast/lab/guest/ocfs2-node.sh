#!/bin/sh
# Joins a cluster of OCFS2 nodes that share /dev/ubda; one of them makes the file system.
# usage: ocfs2-node format|join NAME ADDRESS...
set -e
work=$1
shift

modprobe -a ocfs2 ocfs2_stack_o2cb
mount -t configfs configfs /sys/kernel/config
echo o2cb >/sys/fs/ocfs2/cluster_stack

# The tools read /etc/ocfs2, and nothing can be made in the host's /etc.
mkdir -p /run/etc
cp -a /etc/. /run/etc
mount --bind /run/etc /etc
mkdir -p /etc/ocfs2
{
    printf 'cluster:\n\tnode_count = %d\n\tname = lab\n' $(($# / 2))
    number=0
    while [ $# -gt 0 ]; do
        printf 'node:\n\tip_port = 7777\n\tip_address = %s\n\tnumber = %d\n' "$2" "$number"
        printf '\tname = %s\n\tcluster = lab\n' "$1"
        number=$((number + 1))
        shift 2
    done
} >/etc/ocfs2/cluster.conf
o2cb register-cluster lab
[ "$work" != format ] || mkfs.ocfs2 -q -b 4K -C 4K -N 2 -J size=4M \
    --cluster-stack=o2cb --cluster-name=lab -F /dev/ubda
