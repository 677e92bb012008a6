#!/usr/bin/env bash
# Compares Sources/WaybillManifest/Digest/SHA256.swift with Python's hashlib: every length up to 300, which has each way to pad a
# block, and 10,000 random inputs of up to 2,000 bytes. Each is hashed as a whole and in pieces. Scripts/sha256.sh [SEED]
set -euo pipefail
cd "$(dirname "$0")/.."
place="$(mktemp -d)"
trap 'rm -r "$place"' EXIT
swiftc -O -swift-version 6 -package-name waybill -o "$place/sha256" Sources/WaybillManifest/Digest/SHA256.swift Scripts/sha256/main.swift
python3 - "$place/sha256" "${1:-1}" <<'PYTHON'
import hashlib, random, subprocess, sys

program, seed = sys.argv[1], int(sys.argv[2])
source = random.Random(seed)
inputs = [source.randbytes(length) for length in range(301)]
inputs += [source.randbytes(source.randrange(2000)) for _ in range(10_000)]
printed = subprocess.run([program], input="".join(i.hex() + "\n" for i in inputs), capture_output=True, text=True, check=True)
lines = printed.stdout.splitlines()
assert len(lines) == len(inputs), f"{len(lines)} digests of {len(inputs)} inputs"
for data, line in zip(inputs, lines):
    expected = hashlib.sha256(data).hexdigest()
    if line != expected:
        sys.exit(f"sha256: {len(data)} bytes {data.hex()}: expected {expected}, found {line}")
print(f"sha256: {len(inputs)} inputs have the digests of hashlib")
PYTHON
