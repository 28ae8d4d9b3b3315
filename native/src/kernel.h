/* The kernel's own names and numbers, where a C library leaves them out or has others. */
#ifndef HOLDFAST_KERNEL_H
#define HOLDFAST_KERNEL_H

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

/* musl before 1.2.5 */
#ifndef STATX_BASIC_STATS
#include <linux/stat.h>
#endif
#ifndef RENAME_NOREPLACE
#include <linux/fs.h>
#endif

/* musl counts O_PATH to the access modes; the kernel has three, and Java one table for both. */
#undef O_ACCMODE
#define O_ACCMODE (O_RDONLY | O_WRONLY | O_RDWR)

#endif
