#!/bin/sh
# aarch64.sh TREE WORK RESULTS: cross-builds the C floor, and under qemu-user runs its ctest with
# the agent, and the contract of the JNI binding by an interpreted JVM. What does not run there is
# named below, and nothing else may fail. Java was compiled before; its class path is in
# target/test.classpath of bindings/jni. Writes JUnit XML to RESULTS.
set -eu

tree=$1
work=$2
results=$3
foreign="sh $tree/native/test/foreign.sh"

# qemu-user 7.2 has no openat2 and tells no mount ids; one user id is mapped, so none is given away.
NOT_THERE="aComponentOf256BytesIsTooLong aFileIsNoDirectoryToStartFrom aFileOnTheWayIsNoDirectory
aMissingDirectoryOnTheWayIsNoEntry aPathNeedsAnOpenDescriptorToStartFrom anAbsentNameIsNoEntry
anEmptyPathNamesNothing linksInACircleOnTheWayAreRefused onlyRootGivesFilesAway openat2CreatesToo
openat2IsStrict resolvingBeneathLooksIntoLinks resolvingBeneathStaysBelow
resolvingWithoutLinksRefusesEveryLink statxTellsTheMountIfAsked"

# testcase NAME [REASON]: in the results; with a reason, skipped by name.
testcase() {
    skipped=
    [ $# -eq 1 ] || skipped="<skipped message=\"$2\"/>"
    printf '<testcase name="%s">%s</testcase>\n' "$1" "$skipped" >>"$work/cases"
}

mkdir -p "$work"
: >"$work/cases"

cmake -S "$tree" -B "$work/build" --toolchain "$tree/native/cmake/aarch64-linux-gnu.cmake" \
    -DHOLDFAST_WERROR=ON -DHOLDFAST_RIGS=OFF -DHOLDFAST_MPI=OFF
cmake --build "$work/build" --parallel 2
status=0
$foreign true || status=$?
if [ $status -eq 77 ]; then
    testcase "aarch64" "built and not run: no program of it starts here"
    printf '<testsuite>\n%s\n</testsuite>\n' "$(cat "$work/cases")" >"$results/aarch64.xml"
    exit 0
fi
$foreign ctest --test-dir "$work/build" --output-on-failure \
    --output-junit "$results/ctest-aarch64.xml"

# A Java runtime for aarch64 beside this machine's packages: dpkg here learns nothing of it.
jre=$work/jre
if [ ! -d "$jre" ] && command -v apt-get >/dev/null; then
    mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/apt/debs"
    apt="apt-get -q -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
        -o Dir::State=$work/apt -o Dir::State::status=/dev/null -o Dir::Cache=$work/apt/cache"
    $apt update
    (cd "$work/apt/debs" && $apt download \
        openjdk-17-jre-headless libc6 zlib1g libstdc++6 libgcc-s1)
    for deb in "$work"/apt/debs/*.deb; do
        dpkg-deb -x "$deb" "$jre.part"
    done
    mv "$jre.part" "$jre"
fi
java=$(echo "$jre"/usr/lib/jvm/java-17-openjdk-arm64/bin/java)
if [ ! -x "$java" ]; then
    testcase "JniPosixContractTest on aarch64" "no Java runtime for aarch64 from apt-get"
else
    cmake --install "$work/build" --component natives --prefix "$work/natives"
    natives=$work/natives/META-INF/native/linux-aarch64
    jni=$tree/bindings/jni/target
    QEMU_LD_PREFIX=$jre
    export QEMU_LD_PREFIX
    $foreign "$java" -Xint "-Dholdfast.native.dir=$natives" \
        -cp "$jni/test-classes:$jni/classes:$(cat "$jni/test.classpath")" \
        io.holdfast.jni.fork.RunTests io.holdfast.jni.JniPosixContractTest >"$work/contract.log" ||
        true
    cat "$work/contract.log"
    failed=$(sed -n 's/^ *JUnit Jupiter:JniPosixContractTest:\(.*\)()$/\1/p' "$work/contract.log" |
        sort)
    [ "$(printf '%s\n' $NOT_THERE | sort)" = "$failed" ] || {
        echo "error: other tests of the contract fail under qemu-user than those that are named"
        exit 1
    }
    testcase "JniPosixContractTest on aarch64, $(tail -n 1 "$work/contract.log")"
    for name in $NOT_THERE; do
        testcase "JniPosixContractTest on aarch64, $name" "qemu-user or one mapped id has it not"
    done
fi
printf '<testsuite>\n%s\n</testsuite>\n' "$(cat "$work/cases")" >"$results/aarch64.xml"
