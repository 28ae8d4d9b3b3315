#!/bin/sh
# aarch64.sh TREE WORK RESULTS: cross-builds the C floor, and under qemu-user runs its ctest with
# the agent, the contract of the JNI binding by an interpreted JVM, and commands of the application.
# What does not run there is named below, and nothing else may fail. Java was compiled before; its
# class path is in target/test.classpath of bindings/jni, the application in java/cli/target/app.
# Writes JUnit XML to RESULTS.
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

# The application as its packages have it for aarch64: the natives as files, for the launcher, and
# in their jar, for everybody else. A launcher that runs there is told so by uname.
make_application() {
    prefix=$work/application
    app=$prefix/lib/holdfast
    rm -rf "$prefix"
    mkdir -p "$prefix/bin" "$prefix/lib" "$prefix/there"
    cp "$tree/java/cli/dist/holdfast" "$prefix/bin/"
    cp -R "$tree/java/cli/target/app" "$app"
    cp "$tree/java/cli/launch.sh" "$app/"
    rm -rf "$app/META-INF" "$app/bin" "$app/holdfast.jsa" "$app/holdfast.java"
    cp -R "$work/natives/META-INF" "$app/"
    (cd "$work/natives" &&
        "${JAVA_HOME:+$JAVA_HOME/bin/}jar" --create --no-manifest \
            --file "$(echo "$app"/lib/holdfast-native-*.jar)" META-INF)
    printf '#!/bin/sh\necho aarch64\n' >"$prefix/there/uname"
    chmod +x "$prefix/there/uname"
}

# command_there NAME HOW EXPECTED COMMAND...: runs it on a directory of its own, which it must leave
# empty; its exit code is one of EXPECTED.
command_there() {
    name=$1
    how=$2
    expected=$3
    shift 3
    log=$work/$name-$how.log
    status=0
    $foreign "$@" >"$log" 2>&1 || status=$?
    cat "$log"
    case " $expected " in
        *" $status "*) ;;
        *)
            echo "error: holdfast $name ($how) ended with $status on aarch64"
            exit 1
            ;;
    esac
    [ -z "$(ls -A "$state")" ] || {
        echo "error: holdfast $name ($how) left something behind on aarch64"
        exit 1
    }
    testcase "holdfast $name on aarch64, $how"
}

# Once by the launcher, which takes the natives as files, and once from the jars alone.
run_commands() {
    state=$work/state
    rm -rf "$state"
    mkdir -p "$state"
    for how in launcher jars; do
        if [ $how = launcher ]; then
            copied=0
            set -- env "PATH=$prefix/there:$PATH" "JAVA_HOME=$(dirname "$(dirname "$java")")" \
                HOLDFAST_JAVA_OPTS=-Xint "$prefix/bin/holdfast"
        else
            copied=3
            set -- "$java" -Xint -jar "$app/holdfast.jar"
        fi
        command_there doctor $how 0 "$@" doctor
        [ "$(grep -c 'copied from' "$work/doctor-$how.log")" -eq $copied ] || {
            echo "error: $how: not $copied native files are copies, of three"
            exit 1
        }
        command_there qualify $how "0 3" "$@" qualify "$state" --no-cost
        command_there bench $how 0 "$@" bench "$state" --quiet --seconds 5
    done
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
    make_application
    run_commands
fi
printf '<testsuite>\n%s\n</testsuite>\n' "$(cat "$work/cases")" >"$results/aarch64.xml"
