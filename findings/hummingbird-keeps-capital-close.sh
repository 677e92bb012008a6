#!/usr/bin/env bash
# hummingbird 2.28.1: a client that asks for the end of its connection with a capital, `Connection: Close`, keeps it.
#
# Behavior: the HTTP/1.1 channel compares the value of the field with "close" to the letter, though options of Connection have no case. So it answers
# `Connection: Close` and `close, X-A` as it answers no field at all, and waits for the next request. A client that reads to the
# end of the stream, as HTTP/1.0 programs do, waits until the idle timeout. `close` itself ends the connection.
# Output seen: close -> ended; Close -> kept; close, X-A -> kept.
# Source: run here. RFC 9110, 7.6.1: "Connection options are case-insensitive", and the field is a list.
# What to do: have clients send `close` in lower case; or end the connection in a channel of your own.
set -euo pipefail
place="$(mktemp -d)"
server=
trap 'kill $server 2>/dev/null || true; rm -rf "$place"' EXIT
cd "$place"
mkdir -p Sources/Hello
cat >Package.swift <<'SWIFT'
// swift-tools-version:6.2
import PackageDescription
let package = Package(
    name: "hello",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: [])],
    targets: [.executableTarget(name: "Hello", dependencies: [.product(name: "Hummingbird", package: "hummingbird")])]
)
SWIFT
cat >Sources/Hello/main.swift <<'SWIFT'
import Hummingbird

let router = Router()
router.get("hello") { _, _ in "hello" }
let application = Application(
    router: router,
    configuration: .init(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { print($0.localAddress?.port ?? 0); fflush(nil) })
try await application.runService()
SWIFT
sed -i '1i import Foundation' Sources/Hello/main.swift
swift build --quiet >build.log 2>&1 || { cat build.log; exit 1; }
.build/debug/Hello >port 2>server.log &
server=$!
for _ in $(seq 200); do [ -s port ] && break; sleep 0.05; done
python3 - "$(cat port)" <<'PYTHON' | tee seen
import socket, sys

for value in ["close", "Close", "close, X-A"]:
    with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5) as connection:
        connection.settimeout(2)
        connection.sendall(f"GET /hello HTTP/1.1\r\nHost: x\r\nConnection: {value}\r\n\r\n".encode())
        answer = b""
        end = "ended"
        try:
            while part := connection.recv(65536):
                answer += part
        except TimeoutError:
            end = "kept"
    assert answer.startswith(b"HTTP/1.1 200") and answer.endswith(b"hello"), answer
    print(f"{value}: {end}")
PYTHON
diff seen - <<'SEEN'
close: ended
Close: kept
close, X-A: kept
SEEN
