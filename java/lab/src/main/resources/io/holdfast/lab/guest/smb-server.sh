#!/bin/sh
# Serves a disk by SMB, to everybody as root. All that smbd writes for itself is memory.
# usage: smb-server DISK fresh|again ADDRESS
set -e
disk=$1 address=$3
state=/run/smb

mkdir -p /run/disk "$state/ncalrpc"
mount -t ext4 "$disk" /run/disk
mkdir -p /run/disk/export
chmod 0777 /run/disk/export

cat >"$state/smb.conf" <<END
[global]
  server role = standalone server
  map to guest = Bad User
  guest account = root
  interfaces = $address/24
  bind interfaces only = yes
  smb ports = 445
  load printers = no
  disable spoolss = yes
  private dir = $state
  lock directory = $state
  state directory = $state
  cache directory = $state
  pid directory = $state
  ncalrpc dir = $state/ncalrpc
  log file = $state/log
[export]
  path = /run/disk/export
  read only = no
  guest ok = yes
END
smbd --daemon --configfile="$state/smb.conf"
until ss -ltn | grep -q ':445 '; do sleep 0.05; done
