#!/bin/sh
# What an SMB client needs before its first mount.
# usage: smb-client
set -e
modprobe cifs
