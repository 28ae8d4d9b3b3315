#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "holdfast.h"
#include "kernel.h"

#define HF_CONSTANT(name) {#name, (int64_t)(name)},
#define HF_ERRNO(name) {#name, (int64_t)(name)},
static const struct hf_constant constants[] = {
#include "constants.def"
};
#undef HF_CONSTANT
#undef HF_ERRNO

int hf_constants(const struct hf_constant **table)
{
    *table = constants;
    return (int)(sizeof constants / sizeof constants[0]);
}

const char *hf_errno_name(int number)
{
    switch (number) {
#define HF_CONSTANT(name)
#define HF_ERRNO(name)                                                                             \
    case name:                                                                                     \
        return #name;
#include "constants.def"
#undef HF_CONSTANT
#undef HF_ERRNO
    default:
        return NULL;
    }
}
