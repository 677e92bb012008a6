#!/usr/bin/env bash
# Fails where folders of one target use each other in a cycle, where a reader of manifests has a regex, where the
# reference service, which embeds the commands of a service, links what is made for the command waybill alone, and where
# waybill links the engine or an HTTP server, and where the inspector links a client of etcd:
# Scripts/walls.sh [NOTES-SERVICE [WAYBILL [WAYBILL-INSPECT]]]
set -euo pipefail
cd "$(dirname "$0")/.."
python3 Scripts/cycles.py
# A regex literal is compiled each time it is evaluated, and manifests have many values.
readers=(Sources/WaybillTable Sources/WaybillProofs Sources/WaybillSyntax Sources/WaybillManifest Sources/Waybill)
if grep -rnE --include='*.swift' '(of: |\(|= )#?/[^/ *]' "${readers[@]}" | grep -vE '^[^:]+:[0-9]+: *//'; then
    echo "walls: what reads manifests and requests has no regexes" >&2
    exit 1
fi
service="${1:-$(swift build --show-bin-path)/notes-service}"
command="${2:-$(swift build --show-bin-path)/waybill}"
inspect="${3:-$(swift build --show-bin-path)/waybill-inspect}"
[ -x "$service" ] || swift build --product notes-service
[ -x "$command" ] || swift build --product waybill
[ -x "$inspect" ] || swift build --product waybill-inspect

# links PROGRAM MODULE: how many symbols of a module a program has. The mangled name of a symbol begins with its module's
# name, preceded by the name's length.
links() { nm "$1" | grep -c "\$[sS]${#2}$2" || true; }

# demands PROGRAM MODULE, and forbids PROGRAM MODULE.
demands() { [ "$(links "$1" "$2")" -gt 0 ] || { echo "walls: ${1##*/} has no symbols of $2" >&2; exit 1; }; }
forbids() {
    local count; count="$(links "$1" "$2")"
    [ "$count" -eq 0 ] || { echo "walls: ${1##*/} links $2: $count symbols" >&2; exit 1; }
}

demands "$service" WaybillServiceCommand
forbids "$service" WaybillTools
forbids "$service" WaybillTraffic
forbids "$service" WaybillOpenAPI
forbids "$service" WaybillPresentation
forbids "$service" WaybillInspector
forbids "$service" WaybillEtcd
demands "$command" WaybillTools
demands "$command" WaybillTraffic
demands "$command" WaybillOpenAPI
forbids "$command" Waybill
forbids "$command" WaybillHummingbird
forbids "$command" Hummingbird
forbids "$command" WaybillEtcd
demands "$inspect" WaybillInspector
forbids "$inspect" WaybillEtcd
forbids "$inspect" AsyncHTTPClient
