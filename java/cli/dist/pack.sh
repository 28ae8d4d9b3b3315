# The packages of ./holdfast dist, sourced by it: a tarball and a .deb of the application, the jars
# for other projects, what is in them, and their sums. The same commit gives the same bytes.

make_dist() {
    packages=$here/build/dist
    while [ $# -gt 0 ]; do
        case $1 in
            --to)
                [ $# -gt 1 ] || dist_usage "--to names no directory"
                packages=$2
                shift
                ;;
            --yes) assume_yes=yes ;;
            *) dist_usage "unknown argument '$1'" ;;
        esac
        shift
    done
    # shellcheck disable=SC2046
    install_packages "building" $(missing_for_build)
    # shellcheck disable=SC2046,SC2086
    install_packages "packing" $(missing_debian_packages $DIST_PACKAGES)
    mkdir -p "$packages"
    packages=$(cd "$packages" && pwd -P)
    work=$packages/work
    rm -rf "$work"
    mkdir -p "$work" "$logs"
    JAVA_HOME=$(jdk_home)
    SOURCE_DATE_EPOCH=$(commit_time)
    LC_ALL=C
    TZ=UTC
    export JAVA_HOME SOURCE_DATE_EPOCH LC_ALL TZ
    umask 022
    build_commit
    version=$(sed -n 's#.*<version>\(.*\)</version>.*#\1#p' "$tree/pom.xml" | head -n 1)
    rm -f "$packages"/*.tar.gz "$packages"/*.deb "$packages"/*.jar "$packages"/*.json \
        "$packages/SHA256SUMS"
    run_logged dist-man-pages write_manual
    assemble "$work/holdfast-$version"
    pack_deb
    pack_jars
    pack_tarball "linux-$(uname -m)"
    pack_aarch64
    (cd "$packages" && sha256sum -- *.tar.gz *.deb *.jar *.json) >"$work/sums"
    mv "$work/sums" "$packages/SHA256SUMS"
    rm -rf "$work"
    say "made in $packages:"
    (cd "$packages" && wc -c -- *.tar.gz *.deb *.json SHA256SUMS) | sed '$d' >&2
    say "and $(find "$packages" -name '*.jar' | wc -l) jars for other projects"
}

dist_usage() {
    say "$1; usage: ./holdfast dist [--to DIR] [--yes]"
    exit "$EXIT_USAGE"
}

# A package is of a commit, so that somebody else can make it again.
commit_time() {
    git -C "$here" log -1 --format=%ct 2>/dev/null ||
        fail "packages are made of a commit, and this is no git checkout with one"
}

build_commit() {
    [ -z "$(git -C "$here" status --porcelain)" ] ||
        say "what is not committed is left out of the packages"
    tree=$work/tree
    mkdir "$tree"
    git -C "$here" archive --format=tar HEAD | tar -x -C "$tree"
    jdk25=$(find_jdk25)
    [ -n "$jdk25" ] || say "the binding ffm is left out: $NO_JDK25"
    run_logged dist-build mvn -B -Pdist -f "$tree/pom.xml" -Dmaven.test.skip=true \
        -Dspotless.check.skip=true ${jdk25:+"-Dholdfast.jdk25=$jdk25"} \
        "-Dproject.build.outputTimestamp=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)" \
        package -pl java/cli,java/micrometer -am
}

# Man pages and completion are what the commands say of themselves.
write_manual() {
    classes=$tree/java/cli/target/app/holdfast.jar:$tree/java/cli/target/dist/picocli-codegen.jar
    manual=$work/manual
    mkdir "$manual"
    "$JAVA_HOME/bin/java" -cp "$classes" picocli.codegen.docgen.manpage.ManPageGenerator \
        --outdir="$manual/adoc" io.holdfast.cli.HoldfastCommand
    # Examples and tables of the footers keep their columns.
    sed -i -e 's/^\[%hardbreaks\]$/[literal]/' -e 's/^== Footer$/== Notes/' "$manual"/adoc/*.adoc
    asciidoctor -b manpage -D "$manual/man1" "$manual"/adoc/*.adoc
    "$JAVA_HOME/bin/java" -cp "$classes" picocli.AutoComplete -n holdfast \
        -o "$manual/completion" io.holdfast.cli.HoldfastCommand
}

# assemble DIRECTORY: everything at its place below a prefix.
assemble() {
    prefix=$1
    mkdir -p "$prefix/bin" "$prefix/lib" "$prefix/share/man" "$prefix/share/doc/holdfast" \
        "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions"
    cp "$tree/java/cli/dist/holdfast" "$prefix/bin/"
    cp -R "$tree/java/cli/target/app" "$prefix/lib/holdfast"
    cp "$tree/java/cli/launch.sh" "$prefix/lib/holdfast/"
    cp -R "$work/manual/man1" "$prefix/share/man/"
    cp "$work/manual/completion" "$prefix/share/bash-completion/completions/holdfast"
    {
        echo '#compdef holdfast'
        cat "$work/manual/completion"
    } >"$prefix/share/zsh/site-functions/_holdfast"
    cp -R "$tree/README.md" "$tree/LICENSE" "$tree/docs" \
        "$tree/java/cli/target/holdfast.cdx.json" "$prefix/share/doc/holdfast/"
    cp "$tree/java/cli/target/holdfast.cdx.json" "$packages/holdfast-$version.cdx.json"
}

# same_everywhere DIRECTORY: times and modes that depend on nobody's clock or umask.
same_everywhere() {
    chmod -R u=rwX,go=rX "$1"
    find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

# pack_tarball PLATFORM
pack_tarball() {
    same_everywhere "$prefix"
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --format=gnu -C "$work" -cf - "holdfast-$version" |
        gzip -n -9 >"$packages/holdfast-$version-$1.tar.gz"
}

# The .deb has the tarball's files below /usr, and no script that runs when it is installed.
pack_deb() {
    root=$work/deb
    mkdir -p "$root/DEBIAN"
    cp -R "$prefix" "$root/usr"
    mv "$root/usr/share/doc/holdfast/LICENSE" "$root/usr/share/doc/holdfast/copyright"
    mkdir -p "$root/usr/share/zsh/vendor-completions"
    mv "$root/usr/share/zsh/site-functions/_holdfast" "$root/usr/share/zsh/vendor-completions/"
    rmdir "$root/usr/share/zsh/site-functions"
    gzip -n -9 "$root"/usr/share/man/man1/*
    glibc=$(find "$root/usr/lib/holdfast/META-INF" -name '*.so' -exec readelf -V {} + |
        grep -o 'GLIBC_2[.0-9]*' | sed 's/GLIBC_//' | sort -V | tail -n 1)
    architecture=$(dpkg --print-architecture)
    # A version that is less than the release it leads to.
    debian=$(printf '%s' "$version" | tr '-' '~')
    cat >"$root/DEBIAN/control" <<EOF
Package: holdfast
Version: $debian
Architecture: $architecture
Section: admin
Priority: optional
Maintainer: Holdfast <holdfast@localhost>
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f 1)
Depends: default-jre-headless (>= 2:1.17) | java17-runtime-headless, libc6 (>= $glibc)
Recommends: openssh-client
Suggests: fuse3, openmpi-bin
Description: file-system leases, durable verbs and storage litmus
 Asks storage by experiment whether locks exclude, names appear and barriers are
 answered, on one host or between several, and inspects tables of leases.
EOF
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    same_everywhere "$root"
    dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$root" \
        "$packages/holdfast_${debian}_$architecture.deb" >"$logs/dist-deb.log"
}

# The modules for other projects, each with its sources and its Javadoc.
pack_jars() {
    find "$tree" -path '*/target/holdfast-*.jar' ! -path '*/app/*' -exec cp {} "$packages/" \;
    pack_natives "$tree/native/target/classes" "linux-$(uname -m)"
}

# pack_natives DIRECTORY PLATFORM: the native files of one platform as a jar with a classifier.
pack_natives() {
    find "$1/META-INF/native/$2" \( -name 'lib*.so' -o -name holdfast-agent \) |
        sed "s#^$1/##" | sort >"$work/natives"
    (cd "$1" && "$JAVA_HOME/bin/jar" --create --no-manifest \
        --date "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)" \
        --file "$packages/holdfast-native-$version-$2.jar" "@$work/natives")
}

# The same for aarch64, where Debian's cross compiler is: all but the rigs and the MPI bridge.
pack_aarch64() {
    if [ "$(uname -m)" = aarch64 ] || ! has aarch64-linux-gnu-gcc; then
        say "no tarball for aarch64 beside this machine's: no aarch64-linux-gnu-gcc"
        return 0
    fi
    run_logged dist-aarch64 build_aarch64
    rm -rf "$prefix/lib/holdfast/META-INF" "$prefix/lib/holdfast/bin"
    cp -R "$work/aarch64/META-INF" "$prefix/lib/holdfast/"
    pack_tarball linux-aarch64
    pack_natives "$work/aarch64" linux-aarch64
}

build_aarch64() {
    cmake -S "$tree" -B "$tree/build/aarch64" -DBUILD_TESTING=OFF -DHOLDFAST_RIGS=OFF \
        -DHOLDFAST_MPI=OFF --toolchain "$tree/native/cmake/aarch64-linux-gnu.cmake" &&
        cmake --build "$tree/build/aarch64" --parallel 2 &&
        cmake --install "$tree/build/aarch64" --component natives --prefix "$work/aarch64"
}
