#!/usr/bin/env bash
# Follows the articles that teach word for word, each in an empty folder, as Scripts/tutorial.py says. What is built stays in
# SCRATCH, which is .build/tutorial/build unless given, so that a second run is cheap.
set -euo pipefail
cd "$(dirname "$0")/.."
place="$PWD/.build/tutorial"
waybill="$(swift build --show-bin-path)/waybill"
[ -x "$waybill" ] || swift build --product waybill
export SWIFTPM_BUILD_DIR="${SCRATCH:-$place/build}"
mkdir -p "$place"
# A package from a path is called as its folder, whatever the folder of this checkout is called.
ln -sfn "$PWD" "$place/waybill"

# follow ARTICLE: in an empty folder.
follow() {
    rm -rf "$place/start"
    mkdir "$place/start"
    python3 Scripts/tutorial.py "Sources/Waybill/Waybill.docc/$1.md" "$place/start" "$place/waybill"
}

PATH="$(dirname "$waybill"):$PATH" follow HowARequestIsRouted
follow Tutorial
