#include "agent.h"

const struct command commands[] = {
    {"hello", "", 0, 0, run_hello},
    {"root", "<path>", 1, 1, run_root},
    {"dir", "<dir> <name>", 2, 2, run_dir},
    {"open", "<dir> <name> <ro|rw|wo>[,creat][,excl][,trunc][,append][,tmpfile] [<mode>]", 3, 4,
     run_open},
    {"close", "<handle>", 1, 1, run_close},
    {"flock", "<handle> <ex|sh|un> [nb]", 2, 3, run_flock},
    {"ofd", "<handle> <ex|sh|un> [nb]", 2, 3, run_ofd},
    {"posix", "<handle> <ex|sh|un> [nb]", 2, 3, run_posix},
    {"read", "<handle> <offset> <length>", 3, 3, run_read},
    {"write", "<handle> <offset> <bytes>", 3, 3, run_write},
    {"fsync", "<handle>", 1, 1, run_fsync},
    {"fdatasync", "<handle>", 1, 1, run_fdatasync},
    {"create", "<dir> <name>", 2, 2, run_create},
    {"mkdir", "<dir> <name>", 2, 2, run_mkdir},
    {"rmdir", "<dir> <name>", 2, 2, run_rmdir},
    {"unlink", "<dir> <name>", 2, 2, run_unlink},
    {"link", "<dir> <old> <dir> <new>", 4, 4, run_link},
    {"rename", "<dir> <old> <dir> <new> [noreplace|exchange]", 4, 5, run_rename},
    {"stat", "<dir> <name>", 2, 2, run_stat},
    {"fstat", "<handle>", 1, 1, run_fstat},
    {"mount", "<dir>", 1, 1, run_mount},
    {"nonce", "<dir> <name>", 2, 2, run_nonce},
    {"fresh", "<dir> <name> <length>", 3, 3, run_fresh},
    {"list", "<dir>", 1, 1, run_list},
    {"clock", "", 0, 0, run_clock},
    {"fsyncloop", "<handle> <milliseconds>", 2, 2, run_fsyncloop},
    {"barrier", "<dir>", 1, 1, run_barrier},
};

const int command_count = sizeof commands / sizeof commands[0];
