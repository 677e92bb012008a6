#!/usr/bin/env bash
# Makes the documentation of all libraries as one static site in .build/docs: Scripts/docs.sh [path that the site is served under]
# It reads what `swift build` has built, so it costs seconds after a build. A warning of DocC is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
base="${1:-/}"
modules=(Waybill WaybillHummingbird WaybillReload WaybillTesting WaybillInspector WaybillPrometheus WaybillPresentation
    WaybillServiceCommand WaybillManifest WaybillRules WaybillReports WaybillTools WaybillSyntax WaybillTable WaybillProofs)

find_tool() { if command -v xcrun >/dev/null; then xcrun --find "$1"; else command -v "$1"; fi; }
docc="$(find_tool docc)" && extract="$(find_tool swift-symbolgraph-extract)" \
    || { echo "docs: docc and swift-symbolgraph-extract are not in the PATH; they are part of Swift's toolchain" >&2; exit 1; }

built="$(swift build --show-bin-path)"
for module in "${modules[@]}"; do
    [ -f "$built/Modules/$module.swiftmodule" ] || { swift build; break; }
done
work=.build/docs-work
rm -rf "$work" .build/docs
mkdir -p "$work/first" "$work/second"
python3 Scripts/links.py
python3 Scripts/links.py "$work/catalogs"

flags=(-I "$built/Modules" -target "$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -1)")
[ "$(uname)" != Darwin ] || flags+=(-sdk "$(xcrun --show-sdk-path)")
for map in Sources/*/module.modulemap .build/checkouts/*/Sources/*/{,include/}module.modulemap "$built"/*.build/module.modulemap; do
    [ ! -f "$map" ] || flags+=(-Xcc "-fmodule-map-file=$map")
done
for module in "${modules[@]}"; do
    mkdir -p "$work/graphs/$module"
    "$extract" -module-name "$module" "${flags[@]}" -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols \
        -output-dir "$work/graphs/$module"
done

# convert FOLDER MODULE OPTION...: makes the archive of a module.
convert() {
    local folder="$1" module="$2"
    shift 2
    local catalog="$work/catalogs/$module.docc"
    [ -d "$catalog" ] || catalog=
    "$docc" convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$work/graphs/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --enable-experimental-external-link-support --disable-parameters-and-returns-validation --hosting-base-path "$base" \
        --output-path "$work/$folder/$module.doccarchive" "$@"
}

# Libraries link to each other in both directions. The first pass finds out what each of them has; only the second resolves all links.
for module in "${modules[@]}"; do
    convert first "$module" >/dev/null 2>&1 || true
done
archives=()
status=0
for module in "${modules[@]}"; do
    others=()
    for other in "${modules[@]}"; do
        [ "$other" = "$module" ] || others+=(--dependency "$work/first/$other.doccarchive")
    done
    convert second "$module" --warnings-as-errors "${others[@]}" >"$work/log" 2>&1 || { cat "$work/log" >&2; status=1; }
    archives+=("$work/second/$module.doccarchive")
done
[ "$status" -eq 0 ] || { echo "docs: DocC reports the problems above" >&2; exit 1; }
"$docc" merge "${archives[@]}" --synthesized-landing-page-name Waybill --output-path .build/docs
echo "docs: python3 -m http.server -d .build/docs 8000, then open http://localhost:8000/documentation/"
