#!/usr/bin/env bash
# Checks that this machine can build Waybill, and installs what is missing with apt-get or brew: pkg-config and the development
# files of libyaml. If it cannot, one line says what is missing and what to type. SWIFT may name another swift.
#
#   Scripts/setup.sh            what Waybill needs
#   Scripts/setup.sh sqlite     also SQLite, for Examples/; macOS has it
set -euo pipefail

fail() { echo "setup: $*" >&2; exit 1; }

swift="${SWIFT:-swift}"
advice="install Swift 6.2 or later from https://www.swift.org/install, or type 'make SWIFT=/path/to/swift run'"
# shellcheck disable=SC2086 # SWIFT may have arguments
version="$($swift --version 2>/dev/null)" || fail "'$swift' does not exist or does not run: $advice"
[[ "$version" =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] || fail "'$swift --version' prints no version: $advice"
[ $((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2])) -ge 6002 ] \
    || fail "'$swift' is Swift ${BASH_REMATCH[1]}.${BASH_REMATCH[2]}, which is too old: $advice"

# Without a writable folder for caches, neither Swift's package manager nor its compiler works.
if [ "$(uname)" = Darwin ]; then
    cache=~/Library/Caches
    advice="type 'chmod u+w $cache'"
else
    cache="${XDG_CACHE_HOME:-$(echo ~/.cache)}"
    advice="type 'export XDG_CACHE_HOME=/tmp/cache'"
fi
{ mkdir -p "$cache" && [ -w "$cache" ]; } 2>/dev/null || fail "Swift cannot write its caches to '$cache': $advice"

libraries=(yaml-0.1)
files="the development files of libyaml"
debian="libyaml-dev pkg-config"
fedora="libyaml-devel pkgconf-pkg-config"
brew="libyaml pkgconf"
if [ "${1:-}" = sqlite ] && [ "$(uname)" = Linux ]; then
    libraries+=(sqlite3)
    files="$files or SQLite"
    debian="$debian libsqlite3-dev"
    fedora="$fedora sqlite-devel"
    brew="$brew sqlite"
fi

# Whether something is missing; `missing` says what.
lacks() {
    if command -v pkg-config >/dev/null; then missing="$files"; else missing="pkg-config"; fi
    ! pkg-config --exists "${libraries[@]}" 2>/dev/null
}
lacks || exit 0

if command -v apt-get >/dev/null; then
    if [ "$(id -u)" -eq 0 ]; then sudo=""; else sudo="sudo "; fi
    command="${sudo}apt-get install -y $debian"
    [ -z "$sudo" ] || command -v sudo >/dev/null || fail "this machine lacks $missing, and sudo to install it: type '${command#sudo }' as root"
    ${sudo}apt-get update -qq || true
elif command -v brew >/dev/null; then
    command="brew install $brew"
else
    fail "this machine lacks $missing, and apt-get or brew to install it: type 'sudo dnf install $fedora', or what your system has"
fi
echo "setup: installs $missing: $command" >&2
$command || true
if lacks; then fail "this machine still lacks $missing: type '$command', and read its errors"; fi
