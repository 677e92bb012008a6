#!/usr/bin/env bash
# Installs libyaml's development files where pkg-config does not find them.
set -euo pipefail

if pkg-config --exists yaml-0.1 2>/dev/null; then exit 0; fi

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

if command -v apt-get >/dev/null; then
    as_root apt-get update -qq
    as_root apt-get install -y -qq libyaml-dev pkg-config
elif command -v brew >/dev/null; then
    brew install libyaml pkgconf
else
    echo "setup: install libyaml's development files (libyaml-dev, libyaml-devel) and pkg-config, then run this again" >&2
    exit 1
fi

pkg-config --exists yaml-0.1 || { echo "setup: libyaml is installed, but pkg-config does not find yaml-0.1" >&2; exit 1; }
