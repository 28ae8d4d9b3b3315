# What can be chosen, and what follows from it for every C file below.
#
# HOLDFAST_JNI, HOLDFAST_RIGS and HOLDFAST_MPI are AUTO unless somebody says ON or OFF: looked at
# anew each time, so that what is installed later counts. Below this file they are ON or OFF.

set(ci OFF)
if("$ENV{CI}" STREQUAL "true")
    set(ci ON)
endif()
option(HOLDFAST_WERROR "Treat warnings of the C compiler as errors (default in CI)" ${ci})
option(HOLDFAST_SANITIZE "Build with the address and undefined behaviour sanitizers" OFF)

# jni.h is all that the binding needs of a JDK, and any JDK's will do.
if(NOT EXISTS "${HOLDFAST_JNI_INCLUDE_DIR}/jni.h")
    unset(HOLDFAST_JNI_INCLUDE_DIR CACHE)
endif()
file(GLOB jdk_includes /usr/lib/jvm/*/include)
find_path(HOLDFAST_JNI_INCLUDE_DIR jni.h
    HINTS $ENV{JAVA_HOME}/include /usr/lib/jvm/default-java/include ${jdk_includes}
    DOC "Directory of a JDK that holds jni.h")
set(HOLDFAST_JNI AUTO CACHE STRING "Build the JNI binding (AUTO: where a JDK's headers are)")
set_property(CACHE HOLDFAST_JNI PROPERTY STRINGS AUTO ON OFF)
if(HOLDFAST_JNI STREQUAL "AUTO")
    set(HOLDFAST_JNI OFF)
    if(HOLDFAST_JNI_INCLUDE_DIR AND NOT HOLDFAST_SANITIZE)
        set(HOLDFAST_JNI ON)
    endif()
endif()

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(FUSE3 QUIET IMPORTED_TARGET fuse3)
endif()
set(HOLDFAST_RIGS AUTO CACHE STRING "Build the FUSE rigs (AUTO: where libfuse3 is)")
set_property(CACHE HOLDFAST_RIGS PROPERTY STRINGS AUTO ON OFF)
if(HOLDFAST_RIGS STREQUAL "AUTO")
    set(HOLDFAST_RIGS OFF)
    if(FUSE3_FOUND)
        set(HOLDFAST_RIGS ON)
    endif()
endif()

find_package(MPI QUIET COMPONENTS C)
set(HOLDFAST_MPI AUTO CACHE STRING "Build the MPI bridge (AUTO: where mpicc is)")
set_property(CACHE HOLDFAST_MPI PROPERTY STRINGS AUTO ON OFF)
if(HOLDFAST_MPI STREQUAL "AUTO")
    set(HOLDFAST_MPI OFF)
    if(MPI_C_FOUND)
        set(HOLDFAST_MPI ON)
    endif()
endif()

if(HOLDFAST_JNI AND HOLDFAST_SANITIZE)
    message(FATAL_ERROR "A JVM cannot load a sanitized library: turn HOLDFAST_JNI or "
        "HOLDFAST_SANITIZE off.")
endif()
if(HOLDFAST_JNI AND NOT HOLDFAST_JNI_INCLUDE_DIR)
    message(FATAL_ERROR "HOLDFAST_JNI needs a JDK: no jni.h found. Set JAVA_HOME.")
endif()
if(HOLDFAST_RIGS AND NOT FUSE3_FOUND)
    message(FATAL_ERROR "HOLDFAST_RIGS needs libfuse3 with its headers, and pkg-config.")
endif()
if(HOLDFAST_MPI AND NOT MPI_C_FOUND)
    message(FATAL_ERROR "HOLDFAST_MPI needs an MPI library with its mpicc.")
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
# The same bytes wherever the tree lies.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes)
if(HOLDFAST_WERROR)
    add_compile_options(-Werror)
endif()
if(HOLDFAST_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
        -fno-omit-frame-pointer -g)
    add_link_options(-fsanitize=address,undefined)
else()
    add_compile_options(-fstack-protector-strong)
    add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack)
endif()
