#!/usr/bin/env bash
# Installs the development files of libyaml, and on Linux those of SQLite for the reference service, where pkg-config does not
# find them. macOS has SQLite.
set -euo pipefail

packages=(yaml-0.1)
if [ "$(uname)" = Linux ]; then packages+=(sqlite3); fi

is_set_up() { pkg-config --exists "${packages[@]}" 2>/dev/null; }
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

if is_set_up; then exit 0; fi

if command -v apt-get >/dev/null; then
    as_root apt-get update -qq
    as_root apt-get install -y -qq libyaml-dev libsqlite3-dev pkg-config
elif command -v brew >/dev/null; then
    brew install libyaml pkgconf
else
    echo "setup: install the development files of libyaml and SQLite (libyaml-dev and libsqlite3-dev, or libyaml-devel and" \
        "sqlite-devel) and pkg-config, then run this again" >&2
    exit 1
fi

is_set_up || { echo "setup: pkg-config does not find ${packages[*]} after the installation" >&2; exit 1; }
