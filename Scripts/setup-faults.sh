#!/usr/bin/env bash
# Runs Scripts/setup.sh on bad machines: with a PATH that has only what a case names, with programs that pretend, and with a home
# folder that cannot be written. Each must fail with one line that says what is missing and what to type. Builds and installs nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
mkdir "$place/home"
unset SWIFT XDG_CACHE_HOME
bash="$(command -v bash)"

# machine PROGRAM...: a PATH with these programs, and with those that setup.sh always needs.
machine() {
    rm -rf "$place/bin"
    mkdir "$place/bin"
    local name
    for name in uname mkdir "$@"; do ln -s "$(command -v "$name")" "$place/bin/$name"; done
    pretends swift 'echo "Swift version 6.2.1 (swift-6.2.1-RELEASE)"'
    pretends id 'echo 0'
}
# pretends PROGRAM TEXT: the machine has a program that is this text for bash.
pretends() {
    rm -f "$place/bin/$1"
    printf '#!%s\n%s\n' "$bash" "$2" >"$place/bin/$1"
    chmod +x "$place/bin/$1"
}
setup() { HOME="$place/home" PATH="$place/bin" "$bash" Scripts/setup.sh "$@" 2>&1; }

wrong() { echo "setup-faults: $1: $text" >&2; exit 1; }
# fails CASE PATTERN ARGUMENT...: whether setup.sh fails, and prints what this pattern says and nothing else.
fails() {
    local name="$1" pattern="$2"
    shift 2
    if text="$(setup "$@")"; then wrong "$name: it does not fail"; fi
    [[ "$text" =~ ^setup:\ $pattern$ ]] || wrong "$name"
    [[ "$text" != *$'\n'* || "$pattern" == *$'\n'* ]] || wrong "$name: more than one line"
}
# passes CASE ARGUMENT...: whether setup.sh succeeds without a word.
passes() {
    local name="$1"
    shift
    text="$(setup "$@")" && [ -z "$text" ] || wrong "$name"
}
# What pkg-config answers if only these libraries are installed.
finds() { pretends pkg-config "for word; do case \" --exists $* \" in *\" \$word \"*) ;; *) exit 1 ;; esac; done"; }

machine
finds yaml-0.1
passes "a machine that has everything"

rm "$place/bin/swift"
fails "no Swift" "'swift' does not exist or does not run: install Swift 6\.2 or later from .*"
for version in "Swift version 5.10.1 (swift-5.10.1-RELEASE)" "Apple Swift version 6.1 (swiftlang-6.1.0.110.21)"; do
    pretends swift "echo '$version'"
    fails "$version" "'swift' is Swift [56]\.10?, which is too old: install Swift 6\.2 or later from .*"
done
pretends swift 'echo "swift: the programming language of another project"'
fails "another swift" "'swift --version' prints no version: install Swift 6\.2 or later from .*"
pretends other-swift 'echo "Swift version 7.0-dev"'
SWIFT="other-swift --quiet" passes "another Swift by name"

machine
fails "no pkg-config, nothing installs it" "this machine lacks pkg-config, and apt-get or brew .*: type 'sudo dnf install .*'.*"
finds
fails "no libyaml, nothing installs it" "this machine lacks the development files of libyaml, .*: type 'sudo dnf install libyaml-devel .*'.*"

pretends apt-get 'exit 0'
pretends id 'echo 1000'
fails "no sudo" "this machine lacks the development files of libyaml, and sudo .*: type 'apt-get install -y libyaml-dev pkg-config' as root"
pretends sudo '"$@"'
fails "an installation without success" "installs .*: sudo apt-get install -y libyaml-dev pkg-config"$'\n'"setup: this machine still \
lacks the development files of libyaml: type 'sudo apt-get install -y libyaml-dev pkg-config', and read its errors"
pretends apt-get ": >'$place/installed'"
pretends pkg-config "[ -e '$place/installed' ]"
text="$(setup)" && [ -e "$place/installed" ] || wrong "an installation"

machine
finds yaml-0.1
if [ "$(uname)" = Linux ]; then
    fails "no SQLite" "this machine lacks the development files of libyaml or SQLite, .*: type 'sudo dnf install .* sqlite-devel'.*" sqlite
fi
finds yaml-0.1 sqlite3
passes "a machine that also has SQLite" sqlite

# A read-only home, without a folder for caches and with one. Permissions do not stop root; a read-only mount does.
machine
finds yaml-0.1
rm -rf "$place/home"
read_only() {
    if [ "$(id -u)" -ne 0 ]; then
        chmod -R a-w "$place/home"
        setup
    else
        unshare -m "$bash" -c "mount --bind '$place/home' '$place/home' && mount -o remount,bind,ro '$place/home' \
            && HOME='$place/home' PATH='$place/bin' '$bash' Scripts/setup.sh" 2>&1
    fi
}
if [ "$(id -u)" -eq 0 ] && ! unshare -m mount -t tmpfs none "$place/bin" 2>/dev/null; then
    echo "setup-faults: skips the read-only home: mounts are not permitted here" >&2
    exit
fi
advice="export XDG_CACHE_HOME=/tmp/cache"
if [ "$(uname)" = Darwin ]; then advice="chmod u\+w .*"; fi
for folders in "" "/.cache /Library/Caches"; do
    for folder in "" $folders; do mkdir -p "$place/home$folder"; done
    text="$(read_only)" && wrong "a read-only home: it does not fail"
    [[ "$text" =~ ^setup:\ Swift\ cannot\ write\ its\ caches\ to\ \'$place/home/.*\':\ type\ \'$advice\'$ ]] || wrong "a read-only home"
    chmod -R u+w "$place/home"
done
