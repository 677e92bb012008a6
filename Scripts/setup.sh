#!/usr/bin/env bash
# Installs the development files of libyaml, where pkg-config does not find them.
#
#   Scripts/setup.sh            what Waybill needs
#   Scripts/setup.sh sqlite     also SQLite, for Examples/; macOS has it
set -euo pipefail

packages=(yaml-0.1)
files="libyaml-dev pkg-config"
if [ "${1:-}" = sqlite ] && [ "$(uname)" = Linux ]; then
    packages+=(sqlite3)
    files="$files libsqlite3-dev"
fi

is_set_up() { pkg-config --exists "${packages[@]}" 2>/dev/null; }
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

if is_set_up; then exit 0; fi

if command -v apt-get >/dev/null; then
    as_root apt-get update -qq
    as_root apt-get install -y -qq $files
elif command -v brew >/dev/null; then
    brew install libyaml pkgconf
else
    echo "setup: install $files or what your system calls them, then run this again" >&2
    exit 1
fi

is_set_up || { echo "setup: pkg-config does not find ${packages[*]} after the installation" >&2; exit 1; }
