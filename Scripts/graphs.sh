#!/usr/bin/env bash
# Draws the graphs of the documentation: Scripts/graphs.sh [path of waybill]. Needs Graphviz.
# Scripts/graphs.sh --check [path of waybill] says whether they are stale, and needs nothing: each picture names the text
# that it was drawn from by its digest, so that another version of Graphviz makes no difference.
set -euo pipefail
cd "$(dirname "$0")/.."
check=false
if [ "${1:-}" = --check ]; then check=true; shift; fi
waybill="$(realpath "${1:-$(swift build --show-bin-path)/waybill}")"
folder=Sources/WaybillTools/WaybillTools.docc/Resources
digest() { python3 -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())'; }

while read -r name arguments; do
    # shellcheck disable=SC2086
    dot="$("$waybill" graph $arguments)"
    mark="<!-- drawn by Scripts/graphs.sh from $(digest <<<"$dot") -->"
    if $check; then
        grep -qF -- "$mark" "$folder/$name.svg" \
            || { echo "graphs: $folder/$name.svg is stale: Scripts/graphs.sh" >&2; exit 1; }
    else
        command -v dot >/dev/null || { echo "graphs: needs Graphviz (apt-get install graphviz)" >&2; exit 1; }
        { dot -Tsvg <<<"$dot"; echo "$mark"; } >"$folder/$name.svg"
    fi
done <<'PICTURES'
graph-reference Routes
graph-shop Tests/Fixtures/graph/shop
graph-around Tests/Fixtures/graph/shop --around session
PICTURES
