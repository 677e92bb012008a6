#!/usr/bin/env bash
# Follows the articles that teach word for word, each in an empty folder, and the experiment of the README in a copy of what it
# changes, as Scripts/tutorial.py says: Scripts/tutorial.sh [README] [HowARequestIsRouted] [KeepingAContract] [Tutorial]. What is built stays in
# .build/outside, as for Scripts/keys.sh and Scripts/template.sh, so that the next of them has nothing of it to build.
set -euo pipefail
cd "$(dirname "$0")/.."
place="$PWD/.build/outside"
waybill="$(swift build --show-bin-path)/waybill"
[ -x "$waybill" ] || swift build --product waybill
export SWIFTPM_BUILD_DIR="$place/build"
mkdir -p "$place"
# A package from a path is called as its folder, whatever the folder of this checkout is called.
ln -sfn "$PWD" "$place/waybill"

# follow ARTICLE: in an empty folder.
follow() {
    rm -rf "$place/start"
    mkdir "$place/start"
    python3 Scripts/tutorial.py "Sources/Waybill/Waybill.docc/$1.md" "$place/start" "$place/waybill"
}

# try_readme: follows "Try it" where Routes may be changed. What is run is built from this checkout, as `make run` would build it.
try_readme() {
    rm -rf "$place/readme" "$place/bin"
    mkdir "$place/readme" "$place/bin"
    cp -R Makefile Routes Scripts "$place/readme"
    local swift
    swift="$(command -v "${SWIFT:-swift}")"
    cat >"$place/bin/swift" <<EOF
#!/bin/sh
[ "\$1" = run ] || exec "$swift" "\$@"
shift
exec "$swift" run --package-path "$PWD" "\$@"
EOF
    chmod +x "$place/bin/swift"
    env -u SWIFTPM_BUILD_DIR SWIFT="$place/bin/swift" PATH="$place/bin:$PATH" \
        python3 Scripts/tutorial.py README.md "$place/readme" "$place/waybill" "Try it"
}

[ $# -gt 0 ] || set -- README HowARequestIsRouted KeepingAContract Tutorial
for article; do
    case "$article" in
        README) try_readme ;;
        HowARequestIsRouted | KeepingAContract) PATH="$(dirname "$waybill"):$PATH" follow "$article" ;;
        *) follow "$article" ;;
    esac
done
