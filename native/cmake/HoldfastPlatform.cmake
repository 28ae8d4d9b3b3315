# HOLDFAST_PLATFORM: os, architecture and "-musl" where it is, spelled as in the names of native
# resources (io.holdfast.posix.Platform): linux-x86_64, linux-aarch64-musl.

include(CheckCSourceCompiles)

set(HOLDFAST_ARCH ${CMAKE_SYSTEM_PROCESSOR})
if(HOLDFAST_ARCH MATCHES "^(amd64|AMD64)$")
    set(HOLDFAST_ARCH x86_64)
elseif(HOLDFAST_ARCH STREQUAL "arm64")
    set(HOLDFAST_ARCH aarch64)
endif()

check_c_source_compiles("
#include <features.h>
#ifndef __GLIBC__
#error not glibc
#endif
int main(void) { return 0; }
" HOLDFAST_HAVE_GLIBC)

set(HOLDFAST_PLATFORM linux-${HOLDFAST_ARCH})
if(NOT HOLDFAST_HAVE_GLIBC)
    string(APPEND HOLDFAST_PLATFORM -musl)
endif()
