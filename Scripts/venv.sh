#!/usr/bin/env bash
# Makes a virtual environment with packages of PyPI, unless it is there: Scripts/venv.sh STEP FOLDER REQUIREMENTS
set -euo pipefail
cd "$(dirname "$0")/.."
step=$1 folder=$2 requirements=$3
cmp -s "$requirements" "$folder/installed.txt" && exit
rm -rf "$folder"
python3 -m venv "$folder" || { echo "$step: needs Python 3 with venv (python3-venv), and PyPI" >&2; exit 1; }
"$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" \
    || { echo "$step: cannot install $requirements from PyPI" >&2; exit 1; }
cp "$requirements" "$folder/installed.txt"
