#include <string.h>
#include <sys/sysmacros.h>

#include "calls.h"
#include "nanos.h"

static void from_stat(const struct stat *in, struct hf_stat *out)
{
    *out = (struct hf_stat){
        .dev = (int64_t)in->st_dev,
        .ino = (int64_t)in->st_ino,
        .mode = in->st_mode,
        .nlink = (int64_t)in->st_nlink,
        .uid = in->st_uid,
        .gid = in->st_gid,
        .rdev = (int64_t)in->st_rdev,
        .size = in->st_size,
        .blksize = in->st_blksize,
        .blocks = in->st_blocks,
        .atime_ns = hf_nanos(in->st_atim.tv_sec, in->st_atim.tv_nsec),
        .mtime_ns = hf_nanos(in->st_mtim.tv_sec, in->st_mtim.tv_nsec),
        .ctime_ns = hf_nanos(in->st_ctim.tv_sec, in->st_ctim.tv_nsec),
        .mask = STATX_BASIC_STATS,
    };
}

static void from_statx(const struct statx *in, struct hf_stat *out)
{
    *out = (struct hf_stat){
        .dev = (int64_t)makedev(in->stx_dev_major, in->stx_dev_minor),
        .ino = (int64_t)in->stx_ino,
        .mode = in->stx_mode,
        .nlink = in->stx_nlink,
        .uid = in->stx_uid,
        .gid = in->stx_gid,
        .rdev = (int64_t)makedev(in->stx_rdev_major, in->stx_rdev_minor),
        .size = (int64_t)in->stx_size,
        .blksize = in->stx_blksize,
        .blocks = (int64_t)in->stx_blocks,
        .atime_ns = hf_nanos(in->stx_atime.tv_sec, in->stx_atime.tv_nsec),
        .mtime_ns = hf_nanos(in->stx_mtime.tv_sec, in->stx_mtime.tv_nsec),
        .ctime_ns = hf_nanos(in->stx_ctime.tv_sec, in->stx_ctime.tv_nsec),
        .btime_ns = hf_nanos(in->stx_btime.tv_sec, in->stx_btime.tv_nsec),
        .mask = in->stx_mask,
        .mnt_id = (int64_t)in->stx_mnt_id,
        .attributes = (int64_t)in->stx_attributes,
    };
}

int hf_fstat(int fd, struct hf_stat *out)
{
    struct stat stat;
    int result = hf_answer(HF_SYS(fstat)(fd, &stat));

    if (result == 0)
        from_stat(&stat, out);
    return result;
}

int hf_fstatat(int dirfd, const char *path, struct hf_stat *out, int flags)
{
    struct stat stat;
    int result = hf_answer(HF_SYS(fstatat)(dirfd, path, &stat, flags));

    if (result == 0)
        from_stat(&stat, out);
    return result;
}

int hf_statx(int dirfd, const char *path, int flags, unsigned mask, struct hf_stat *out)
{
    struct statx statx;
    int result = hf_answer(HF_SYS(statx_raw)(dirfd, path, flags, mask, &statx));

    if (result == 0)
        from_statx(&statx, out);
    return result;
}

int hf_fstatfs(int fd, struct hf_statfs *out)
{
    struct statfs statfs;
    int result = hf_answer(HF_SYS(fstatfs)(fd, &statfs));

    if (result == 0) {
        *out = (struct hf_statfs){
            .type = (int64_t)statfs.f_type,
            .bsize = (int64_t)statfs.f_bsize,
            .blocks = (int64_t)statfs.f_blocks,
            .bfree = (int64_t)statfs.f_bfree,
            .bavail = (int64_t)statfs.f_bavail,
            .files = (int64_t)statfs.f_files,
            .ffree = (int64_t)statfs.f_ffree,
            .namelen = (int64_t)statfs.f_namelen,
            .frsize = (int64_t)statfs.f_frsize,
            .flags = (int64_t)statfs.f_flags,
        };
        memcpy(&out->fsid, &statfs.f_fsid, sizeof out->fsid);
    }
    return result;
}

int64_t hf_getdents64(int fd, void *buffer, size_t length)
{
    return hf_answer_long(HF_SYS(getdents64_raw)(fd, buffer, length));
}

int hf_opendir(int dirfd, const char *path, void **stream)
{
    int fd = hf_openat(dirfd, path, O_RDONLY | O_DIRECTORY, 0);
    DIR *opened;

    if (fd < 0)
        return fd;
    opened = HF_SYS(fdopendir)(fd);
    if (opened == NULL) {
        int error = errno;

        HF_SYS(close_raw)(fd);
        errno = error;
        return -error;
    }
    *stream = opened;
    return 0;
}

int hf_dirfd(void *stream)
{
    return hf_answer(HF_SYS(dirfd)(stream));
}

int hf_closedir(void *stream)
{
    return hf_answer(HF_SYS(closedir)(stream));
}
