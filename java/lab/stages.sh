# The stages of ./holdfast test, sourced by it: name, budget in minutes on two cores, what it runs.
# A stage over its budget is told, never failed: budgets are for people who plan.

STAGES='
native     2  the C floor: ctest, again under the address and undefined-behaviour sanitizers
java       8  mvn verify: contracts, litmus, rigs on real file systems, documents
durable    6  power cuts and failing disks under the durable verbs; every mutant caught
leases     6  coordinators killed, frozen, without power, in two languages; mistakes noticed
litmus     4  two clients of shared storage, most of them kernels of their own
campaign   5  coordinators with workers: killed, frozen, on storage that fails, on two clients
jdk25      5  contracts, bindings and commands again, on JDK 25
'
FULL_STAGES='
durable-full 20  power cuts and failing disks again, 1,000 states or 200 trials each
leases-full 10 the same for longer, each kind of table for a minute
litmus-full 15 every kind of shared storage; a lease table and 'watch' between frozen clients
jdk25-full 6  all of mvn verify on JDK 25
agreement-full 10 10,000 random scripts through every binding and the simulator
aarch64 7 the C floor, the JNI binding and commands on aarch64, under qemu-user
dist 12 packages of the last commit, made twice, used where there is only a Java runtime
'

run_tests() {
    full=no
    for argument; do
        case $argument in
            --full) full=yes ;;
            --yes) assume_yes=yes ;;
            *)
                say "unknown argument '$argument'; usage: ./holdfast test [--full] [--yes]"
                exit "$EXIT_USAGE"
                ;;
        esac
    done
    # shellcheck disable=SC2046,SC2086
    install_packages "building" $(missing_for_build)
    # shellcheck disable=SC2046,SC2086
    install_packages "testing" $(missing_debian_packages $TEST_PACKAGES)
    # shellcheck disable=SC2046,SC2086
    [ "$full" = no ] ||
        install_packages "testing all of it" $(missing_debian_packages $FULL_PACKAGES)
    JAVA_HOME=$(jdk_home)
    export JAVA_HOME
    results=$here/build/results
    rm -rf "$results"
    mkdir -p "$results" "$logs"
    failed_stages=
    run_stages "$STAGES"
    [ "$full" = no ] || run_stages "$FULL_STAGES"
    summarise
    [ -z "$failed_stages" ] || fail "failed stages:$failed_stages" 1
}

run_stages() {
    # The list comes in on descriptor 3, so that no stage can read it away.
    while read -r name minutes what <&3; do
        [ -n "$name" ] || continue
        run_stage "$name" "$minutes" "$what"
    done 3<<EOF
$1
EOF
}

run_stage() {
    say "stage $1 (budget $2 min): $3"
    started=$(date +%s)
    log=$logs/test-$1.log
    # A shell forgets "set -e" inside a condition, so this stands in none.
    set +e
    (set -e; "stage_$(printf '%s' "$1" | tr - _)") >"$log" 2>&1 </dev/null 3<&-
    status=$?
    set -e
    if [ "$status" -eq 0 ]; then
        outcome=passed
    else
        outcome=FAILED
        failed_stages="$failed_stages $1"
        grep -E '\[ERROR\]|\*\*\*Failed|error:' "$log" | head -n 40 >&2 || true
        [ "$(grep -c '\[ERROR\]' "$log")" -gt 0 ] || tail -n 30 "$log" >&2
    fi
    seconds=$(($(date +%s) - started))
    over=
    [ "$seconds" -le $(($2 * 60)) ] || over=", over its budget"
    say "stage $1 $outcome in $seconds s$over (log: build/logs/test-$1.log)"
}

# ---- what each stage runs

stage_native() {
    configure_and_test "$here/build/release" -DCMAKE_BUILD_TYPE=Release
    configure_and_test "$here/build/sanitize" -DCMAKE_BUILD_TYPE=Debug -DHOLDFAST_SANITIZE=ON
}

configure_and_test() {
    directory=$1
    shift
    cmake -S "$here" -B "$directory" -DHOLDFAST_WERROR=ON "$@"
    cmake --build "$directory" --parallel 2
    ctest --test-dir "$directory" --output-on-failure \
        --output-junit "$results/ctest-$(basename "$directory").xml"
}

stage_java() {
    maven_and_reports java verify
    make_class_archive
}

# Tags choose the tests; without these arguments Maven leaves them out (java/lab/pom.xml).
stage_durable() {
    maven_and_reports durable test -pl java/cli -am -Dgroups=durable \
        -Dtest.excluded.tags=durable-full
}

stage_durable_full() {
    maven_and_reports durable-full test -pl java/lab -am -Dgroups=durable-full \
        -Dtest.excluded.tags=
}

stage_leases() {
    maven_and_reports leases test -pl java/cli -am -Dgroups=leases \
        -Dtest.excluded.tags=leases-full
}

stage_litmus() {
    maven_and_reports litmus test -pl java/cli -am -Dgroups=litmus \
        -Dtest.excluded.tags=litmus-full
}

stage_campaign() {
    maven_and_reports campaign test -pl java/cli -am -Dgroups=campaign -Dtest.excluded.tags=
}

stage_litmus_full() {
    maven_and_reports litmus-full test -pl java/cli -am -Dgroups=litmus-full \
        -Dtest.excluded.tags=
}

stage_leases_full() {
    maven_and_reports leases-full test -pl java/lab -am -Dgroups=leases-full \
        -Dtest.excluded.tags=
}

stage_jdk25() {
    jdk25=$(find_jdk25)
    if [ -z "$jdk25" ]; then
        skip_stage jdk25 "the binding ffm is neither built nor tested: $NO_JDK25"
        return 0
    fi
    maven_and_reports jdk25 test -am -Djvm="$jdk25/bin/java" -Dcontracts.only=true \
        -pl java/core,bindings/jni,bindings/ffm,bindings/jna,bindings/jnr,java/cli \
        "-Dtest.native.access=--enable-native-access=ALL-UNNAMED --illegal-native-access=deny"
}

stage_jdk25_full() {
    jdk25=$(find_jdk25)
    if [ -z "$jdk25" ]; then
        skip_stage jdk25-full "$NO_JDK25"
        return 0
    fi
    JAVA_HOME=$jdk25
    maven_and_reports jdk25-full verify
}

# Without a JDK 25 the binding ffm is not among them.
stage_agreement_full() {
    jdk25=$(find_jdk25)
    maven_and_reports agreement-full test -pl bindings/jnr -am -Dgroups=agreement-full \
        -Dtest.excluded.tags= ${jdk25:+"-Djvm=$jdk25/bin/java"} \
        "-Dtest.native.access=${jdk25:+--enable-native-access=ALL-UNNAMED}"
}

# Maven leaves a class path beside the tests that the foreign JVM runs.
stage_aarch64() {
    build
    mvn -B -q -f "$here/pom.xml" -Dspotless.check.skip=true -pl bindings/jni -am test-compile \
        dependency:build-classpath -Dmdep.outputFile=target/test.classpath
    sh "$here/java/lab/aarch64.sh" "$here" "$here/build/aarch64" "$results"
}

# Two checkouts of one commit, so that no path may matter. The first says what it needs.
stage_dist() {
    if [ -z "$(git -C "$here" rev-parse --verify -q HEAD)" ]; then
        skip_stage dist "packages are made of a commit, and this is no git checkout with one"
        return 0
    fi
    twin=$here/build/dist-twin
    rm -rf "$twin"
    git clone -q "$here" "$twin"
    "$here/holdfast" dist --to "$here/build/dist"
    "$twin/holdfast" dist --to "$twin/build/elsewhere/dist"
    sh "$here/java/cli/dist/check.sh" "$here" "$here/build/dist" "$twin/build/elsewhere/dist"
    rm -rf "$twin"
}

# ---- results

skip_stage() {
    printf '<testsuite tests="1" failures="0" errors="0" skipped="1">\n%s\n</testsuite>\n' \
        "<testcase name=\"stage $1\"><skipped message=\"$2\"/></testcase>" >"$results/$1.xml"
}

# maven_and_reports STAGE ARGUMENT...: reports are kept whatever Maven answers.
maven_and_reports() {
    stage=$1
    shift
    outcome=0
    jdk25=$(find_jdk25)
    mvn -B --fail-at-end -f "$here/pom.xml" ${jdk25:+"-Dholdfast.jdk25=$jdk25"} "$@" || outcome=$?
    collect_reports "$stage"
    return "$outcome"
}

# Moves the reports of a Maven run aside, so that the next run does not count them again.
collect_reports() {
    find "$here" -path '*/target/surefire-reports*/TEST-*.xml' | while read -r report; do
        module=$(printf '%s' "${report#"$here"/}" | sed 's#/target/.*##; s#/#-#g')
        mv "$report" "$results/$1-$module-$(basename "$report")"
    done
}

summarise() {
    # shellcheck disable=SC2016
    awk '
        function attribute(line, name,   at) {
            at = match(line, "[ \"]" name "=\"[^\"]*\"")
            if (!at) return ""
            line = substr(line, RSTART, RLENGTH)
            sub(/^[^=]*="/, "", line); sub(/"$/, "", line)
            return line
        }
        function tell(reason) {
            print "holdfast: skipped: " name ": " (reason == "" ? "no reason given" : reason)
        }
        /^[ \t]*<testcase[ >]/ {
            tests++
            name = attribute($0, "classname") " " attribute($0, "name")
        }
        /^[ \t]*<(failure|error)[ >]/ { failed++ }
        /<skipped/ {
            skipped++
            reason = attribute($0, "message")
            if (reason == "" && sub(/^.*TestAbortedException: */, "")) {
                sub(/^Assumption failed: */, "")
                reason = $0
            }
            awaited = reason == ""
            if (!awaited) tell(reason)
            next
        }
        awaited {
            awaited = 0
            sub(/^assumption was not met due to: */, ""); gsub(/^\[|\].*$/, "")
            tell($0)
        }
        END {
            failed += 0; skipped += 0
            print (tests - failed - skipped) " passed, " failed " failed, " skipped " skipped"
        }
    ' "$results"/*.xml
}
