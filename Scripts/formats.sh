#!/usr/bin/env bash
# Holds what `waybill check` and `waybill graph` write against the schemas and the parsers of those who read it: Scripts/formats.sh [path of waybill]
# What it needs of Python is installed into .build-formats; where that cannot be, it fails.
set -euo pipefail
cd "$(dirname "$0")/.."
waybill="${1:-$(swift build --show-bin-path)/waybill}"
[ -x "$waybill" ] || swift build --product waybill
tools=.build-formats/venv
Scripts/venv.sh formats "$tools" Scripts/formats/requirements.txt
"$tools/bin/python" Scripts/formats/validate.py "$waybill"
"$tools/bin/python" Scripts/formats/mermaid.py
"$tools/bin/python" Scripts/formats/jobs.py "$waybill"
swift package show-dependencies --format json | Scripts/sbom.py "$(Scripts/version.sh)" | "$tools/bin/python" Scripts/formats/bom.py
"$tools/bin/pre-commit" validate-manifest .pre-commit-hooks.yaml
"$tools/bin/check-jsonschema" --builtin-schema vendor.github-workflows Integrations/github/*.yml .github/workflows/*.yml
"$tools/bin/check-jsonschema" --builtin-schema vendor.github-actions action.yml
"$tools/bin/check-jsonschema" --builtin-schema vendor.gitlab-ci Integrations/gitlab/routes.gitlab-ci.yml
pictures="$(mktemp -d)"
trap 'rm -rf "$pictures"' EXIT
Scripts/pictures.sh "$waybill" "$pictures"
for picture in "$pictures"/*.svg; do
    cmp -s "$picture" "Sources/WaybillTools/WaybillTools.docc/Resources/$(basename "$picture")" \
        || { echo "formats: the documentation's pictures are stale: Scripts/pictures.sh" >&2; exit 1; }
done
Scripts/graphs.sh --check "$waybill"
