#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "holdfast.h"

#define HF_CONSTANT(name) {#name, (int64_t)(name)},
static const struct hf_constant constants[] = {
#include "constants.def"
};
#undef HF_CONSTANT

int hf_constants(const struct hf_constant **table)
{
    *table = constants;
    return (int)(sizeof constants / sizeof constants[0]);
}
