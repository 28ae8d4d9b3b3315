#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"

#define NANOS INT64_C(1000000000)

static void tells_the_process(void)
{
    CHECK_EQUAL(getpid(), hf_getpid());
    CHECK_EQUAL(getuid(), hf_getuid());
}

static void tells_the_host(void)
{
    char expected[256] = "";
    char name[256];
    int length;

    CHECK_EQUAL(0, gethostname(expected, sizeof expected));
    length = (int)CHECK_OK(hf_gethostname(name, sizeof name));
    CHECK_EQUAL(strlen(expected), length);
    CHECK_TEXT(expected, name);
    CHECK_EQUAL(length, hf_gethostname(name, (size_t)length + 1));
    name[0] = '#';
    CHECK_EQUAL(-ENAMETOOLONG, hf_gethostname(name, (size_t)length));
    CHECK_EQUAL(-ENAMETOOLONG, hf_gethostname(name, 0));
    CHECK_EQUAL('#', name[0]);
}

static void tells_the_boot(void)
{
    char expected[64] = "";
    char id[HF_BOOT_ID_LENGTH + 1] = "";
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);

    CHECK_EQUAL(HF_BOOT_ID_LENGTH + 1, read(fd, expected, sizeof expected));
    expected[HF_BOOT_ID_LENGTH] = '\0';
    CHECK_EQUAL(HF_BOOT_ID_LENGTH, hf_boot_id(id, sizeof id));
    CHECK_TEXT(expected, id);
    CHECK_EQUAL(HF_BOOT_ID_LENGTH, hf_boot_id(id, HF_BOOT_ID_LENGTH));
    CHECK_EQUAL(-ERANGE, hf_boot_id(id, HF_BOOT_ID_LENGTH - 1));
}

static void tells_the_time(void)
{
    static const int clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME};
    struct timespec before;
    struct timespec after;

    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        int64_t now;

        CHECK_EQUAL(0, clock_gettime(clocks[i], &before));
        now = hf_clock_gettime(clocks[i]);
        CHECK_EQUAL(0, clock_gettime(clocks[i], &after));
        CHECK(before.tv_sec * NANOS + before.tv_nsec <= now);
        CHECK(now <= after.tv_sec * NANOS + after.tv_nsec);
    }
    CHECK_EQUAL(-EINVAL, hf_clock_gettime(9999));
}

static void knows_its_version(void)
{
    CHECK_TEXT(EXPECTED_VERSION, hf_version());
    CHECK_EQUAL(HF_ABI_VERSION, hf_abi_version());
}

static int64_t constant(const char *name)
{
    const struct hf_constant *table;
    int count = hf_constants(&table);

    for (int i = 0; i < count; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].value;
    check_failed(__FILE__, __LINE__, name);
}

static void knows_the_platforms_constants(void)
{
    const struct hf_constant *table;
    int count = hf_constants(&table);

    CHECK_EQUAL(O_TMPFILE, constant("O_TMPFILE"));
    CHECK_EQUAL(AT_FDCWD, constant("AT_FDCWD"));
    CHECK_EQUAL(ENOENT, constant("ENOENT"));
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            CHECK(strcmp(table[i].name, table[j].name) != 0);
}

static void names_every_errno_of_the_table(void)
{
    const struct hf_constant *table;
    int count = hf_constants(&table);
    int errnos = 0;

    for (int i = 0; i < count; i++)
        if (table[i].name[0] == 'E') {
            CHECK_TEXT(table[i].name, hf_errno_name((int)table[i].value));
            errnos++;
        }
    CHECK(errnos > 100);
    CHECK(hf_errno_name(0) == NULL);
    CHECK(hf_errno_name(-EIO) == NULL);
    CHECK(hf_errno_name(512) == NULL);
    CHECK(hf_errno_name(INT32_MIN) == NULL);
}

static void names_every_errno_of_the_c_library(void)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 32)
    for (int number = 1; number < 256; number++) {
        const char *expected = strerrorname_np(number);

        if (expected == NULL)
            CHECK(hf_errno_name(number) == NULL);
        else if (number == EOPNOTSUPP)
            CHECK_TEXT("EOPNOTSUPP", hf_errno_name(number));
        else
            CHECK_TEXT(expected, hf_errno_name(number));
    }
#else
    skip("this C library has no strerrorname_np");
#endif
}

int main(void)
{
    static const struct test tests[] = {
        TEST(tells_the_process),
        TEST(tells_the_host),
        TEST(tells_the_boot),
        TEST(tells_the_time),
        TEST(knows_its_version),
        TEST(knows_the_platforms_constants),
        TEST(names_every_errno_of_the_table),
        TEST(names_every_errno_of_the_c_library),
    };

    return RUN_TESTS(tests);
}
