#!/bin/sh
# check.sh TREE PACKAGES OTHER: what ./holdfast dist made of one commit in two places is the same,
# and works where there is a Java runtime and neither compiler, Maven nor sources.
set -eu

tree=$1
packages=$2
other=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP

die() {
    echo "error: $*"
    exit 1
}

# ---- the same bytes

[ "$(wc -l <"$packages/SHA256SUMS")" -gt 20 ] || die "few packages were made"
diff "$packages/SHA256SUMS" "$other/SHA256SUMS" || die "one commit gave different bytes"
(cd "$packages" && sha256sum --quiet -c SHA256SUMS)
(cd "$other" && sha256sum --quiet -c SHA256SUMS)

# ---- the tarball, where nothing else is

java=$(readlink -f "$(command -v "${JAVA_HOME:+$JAVA_HOME/bin/}java")")
jre=$(dirname "$(dirname "$java")")
root=$scratch/root
mkdir -p "$root/bin" "$root/usr/lib" "$root/lib64" "$root/jre" "$root/proc" "$root/dev" \
    "$root/tmp" "$root/opt" "$root/state" "$root/etc"
tar -xzf "$packages"/holdfast-*-linux-"$(uname -m)".tar.gz -C "$root/opt"
mv "$root"/opt/holdfast-* "$root/opt/holdfast"
cp "$packages"/*.jar "$root/opt/"
ln -s usr/lib "$root/lib"
[ -f "$root/opt/holdfast/share/man/man1/holdfast-qualify.1" ] || die "no man page"
bash -c ". '$root/opt/holdfast/share/bash-completion/completions/holdfast' &&
    complete -p holdfast" >/dev/null || die "bash takes no completion from the tarball"

# A program of another project: compiled here, run there from the jars alone.
example=$tree/bindings/jni/src/test/java/io/holdfast/jni/example/DoWork.java
"$jre/bin/javac" -d "$root/opt/program" \
    -cp "$(find "$packages" -name 'holdfast-core-*.jar' | grep -Ev 'sources|javadoc')" "$example"

cat >"$scratch/inside.sh" <<'END_INSIDE'
for tool in gcc cc mvn cmake javac git; do
    if command -v $tool >/dev/null; then
        echo "error: $tool is here"
        exit 1
    fi
done
PATH=/opt/holdfast/bin:$PATH
holdfast --version
holdfast doctor
holdfast qualify /state --no-cost || [ $? -eq 3 ]
libraries=$(echo /opt/holdfast-*.jar /opt/holdfast/lib/holdfast/lib/jackson-core-*.jar | tr ' ' ':')
said=$(java -cp "/opt/program:$libraries" io.holdfast.jni.example.DoWork /state input)
echo "$said"
[ "$said" = "working with fence 1
the end: Completed" ]
END_INSIDE
cp "$scratch/inside.sh" "$root/inside.sh"

cat >"$scratch/enter.sh" <<'END_ENTER'
set -eu
root=$1
jre=$2
bind() { mount --rbind "$1" "$root$2"; }
bind /usr/lib /usr/lib
mount -t tmpfs none "$root/usr/lib/jvm"
[ ! -d /lib64 ] || bind /lib64 /lib64
bind "$jre" /jre
# Debian keeps a Java runtime's settings there.
bind /etc /etc
bind /proc /proc
bind /dev /dev
for tool in sh dirname readlink uname stty cat tr id; do
    : >"$root/bin/$tool"
    mount --bind "$(readlink -f "$(command -v $tool)")" "$root/bin/$tool"
done
for tool in javac jar jshell javadoc jlink; do
    [ ! -e "$root/jre/bin/$tool" ] || mount --bind /dev/null "$root/jre/bin/$tool"
done
exec env -i HOME=/tmp PATH=/bin:/jre/bin "$(command -v chroot)" "$root" /bin/sh -eu /inside.sh
END_ENTER
unshare --user --map-root-user --mount --pid --fork sh "$scratch/enter.sh" "$root" "$jre" ||
    die "the tarball does not work where there is only a Java runtime"

# ---- the .deb, in a dpkg of its own

installed=$scratch/installed
mkdir -p "$installed/var/lib/dpkg/info" "$installed/var/lib/dpkg/updates" "$installed/var/log"
: >"$installed/var/lib/dpkg/status"
dpkg_there() {
    unshare --user --map-root-user dpkg --root="$installed" --force-depends "$@"
}
deb=$(echo "$packages"/*.deb)
[ "$(dpkg-deb -I "$deb" | grep -cE 'preinst|postinst|prerm|postrm')" -eq 0 ] ||
    die "the .deb has a script"
dpkg_there -i "$deb" 2>&1 | tail -n 3
(cd "$installed" && md5sum --quiet -c var/lib/dpkg/info/holdfast.md5sums)
JAVA_HOME=$jre "$installed/usr/bin/holdfast" --version
zcat "$installed/usr/share/man/man1/holdfast.1.gz" | grep -q 'TH "HOLDFAST" "1"' ||
    die "no man page in the .deb"
dpkg_there -r holdfast 2>&1 | tail -n 1
[ -z "$(find "$installed" -path "$installed/usr/*" -type f)" ] || die "the .deb leaves files behind"
