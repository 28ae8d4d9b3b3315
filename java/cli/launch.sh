# Starts the application in $app; sourced by ./holdfast and by the launcher that ./holdfast dist
# packs: which Java, with which options, and what is said where there is none.

EXIT_ENVIRONMENT=4

say() { printf '%s\n' "holdfast: $*" >&2; }

fail() {
    say "$1"
    exit "${2:-$EXIT_ENVIRONMENT}"
}

has() { command -v "$1" >/dev/null 2>&1; }

java_command() {
    if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then
        printf '%s\n' "$JAVA_HOME/bin/java"
    elif has java; then
        command -v java
    else
        fail "no Java found; set JAVA_HOME or install a Java 17 runtime"
    fi
}

# A JVM that does not start ends with 1, which would say refuted. Once exec is done nobody can say
# otherwise, so another Java than the known one, or one with options, is tried first.
check_java() {
    known=
    if [ -f "$app/holdfast.java" ]; then
        read -r known <"$app/holdfast.java" || true
    fi
    options=${HOLDFAST_JAVA_OPTS:-}${JAVA_TOOL_OPTIONS:-}${JDK_JAVA_OPTIONS:-}
    if [ "$1" != "$known" ] || [ -n "$options" ]; then
        # shellcheck disable=SC2086
        if ! said=$("$1" ${HOLDFAST_JAVA_OPTS:-} --dry-run -jar "$app/holdfast.jar" 2>&1); then
            printf '%s\n' "$said" >&2
            fail "this Java does not start: $1${HOLDFAST_JAVA_OPTS:+ $HOLDFAST_JAVA_OPTS}"
        fi
    fi
}

launch() {
    java=$(java_command)
    check_java "$java"
    # A JVM opens files under the numbers of closed standard descriptors.
    (: <&0) 2>/dev/null || exec </dev/null
    (: >&2) 2>/dev/null || exec 2>/dev/null
    (: >&1) 2>/dev/null || fail "standard output is closed"
    set -- -jar "$app/holdfast.jar" "$@"
    # Files, so that no start copies them out of the jars.
    natives=$app/META-INF/native/linux-$(uname -m)
    [ ! -d "$natives" ] || set -- "-Dholdfast.native.dir=$natives" "$@"
    if [ -t 1 ]; then
        { size=$(stty size <&3 2>/dev/null) || size="0 "; } 3<&1
        set -- -Dholdfast.terminal=true "-Dholdfast.columns=${size#* }" "$@"
    fi
    if [ -t 2 ]; then
        set -- -Dholdfast.terminal.error=true "$@"
    fi
    if [ -f "$app/holdfast.jsa" ]; then
        set -- "-XX:SharedArchiveFile=$app/holdfast.jsa" -Xshare:auto -Xlog:disable \
            -Xlog:all=warning:stderr "-Xlog:cds*=off:stderr" "$@"
    fi
    # shellcheck disable=SC2086
    exec "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData \
        ${HOLDFAST_JAVA_OPTS:-} "$@"
}
