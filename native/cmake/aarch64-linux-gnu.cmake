# Debian's cross compiler, gcc-aarch64-linux-gnu with libc6-dev-arm64-cross:
#   cmake --toolchain native/cmake/aarch64-linux-gnu.cmake -S . -B build/aarch64
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
find_program(HOLDFAST_CROSS_CXX aarch64-linux-gnu-g++)
if(HOLDFAST_CROSS_CXX)
    set(CMAKE_CXX_COMPILER ${HOLDFAST_CROSS_CXX})
endif()
