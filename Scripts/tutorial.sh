#!/usr/bin/env bash
# Follows the articles that teach word for word, each in an empty folder, as Scripts/tutorial.py says. What is built stays in
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

PATH="$(dirname "$waybill"):$PATH" follow HowARequestIsRouted
follow Tutorial
