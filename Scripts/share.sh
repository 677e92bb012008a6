#!/usr/bin/env bash
# Writes the completions and the man page of a waybill to where shells and man look for them: Scripts/share.sh WAYBILL PREFIX
set -euo pipefail
waybill="$1"
share="$2/share"
here="$(dirname "$0")"

install -d "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d" "$share/man/man1"
"$waybill" --generate-completion-script bash > "$share/bash-completion/completions/waybill"
"$waybill" --generate-completion-script zsh > "$share/zsh/site-functions/_waybill"
"$waybill" --generate-completion-script fish > "$share/fish/vendor_completions.d/waybill.fish"
"$waybill" --experimental-dump-help | python3 "$here/manual.py" "$("$waybill" --version)" > "$share/man/man1/waybill.1"
