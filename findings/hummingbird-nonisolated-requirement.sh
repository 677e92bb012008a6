#!/usr/bin/env bash
# hummingbird 2.28.1 in a target with NonisolatedNonsendingByDefault: steps before the start of the server are skipped in silence.
#
# Behavior: `ApplicationProtocol.processesRunBeforeServerStart` is an array of `@Sendable () async throws -> Void`, and hummingbird is
# compiled without the upcoming feature, so these functions are concurrent. In a target that enables the feature, the same words mean
# `nonisolated(nonsending)`. A property with exactly the type that the documentation shows is then no witness of the requirement, and
# the default of the protocol, an empty array, is used: it compiles without a warning, and the steps never run. With `@concurrent` in
# the type, the property is used.
# Output seen: "steps: 0" and "steps: 1".
# Source: Sources/Hummingbird/Application.swift of hummingbird 2.28.1, its requirement and the default in an extension; SE-0461.
# What to do: write `[@concurrent @Sendable () async throws -> Void]`, or call `beforeServerStarts(perform:)` of an `Application`.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
cd "$place"
mkdir -p Sources/Steps
cat >Package.swift <<'SWIFT'
// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "steps",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "Steps", dependencies: [.product(name: "Hummingbird", package: "hummingbird")],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")])
    ]
)
SWIFT
cat >Sources/Steps/main.swift <<'SWIFT'
import Hummingbird

struct Plain: ApplicationProtocol {
    var responder: some HTTPResponder<BasicRequestContext> { Router().buildResponder() }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] { [{}] }
}

struct Marked: ApplicationProtocol {
    var responder: some HTTPResponder<BasicRequestContext> { Router().buildResponder() }
    var processesRunBeforeServerStart: [@concurrent @Sendable () async throws -> Void] { [{}] }
}

func steps(of app: some ApplicationProtocol) -> Int { app.processesRunBeforeServerStart.count }

print("steps: \(steps(of: Plain()))")
print("steps: \(steps(of: Marked()))")
SWIFT
swift build >log 2>&1 || { tail -20 log >&2; exit 1; }
if grep -q "main.swift.*warning" log; then echo "the compiler now warns" >&2; exit 1; fi
printed="$(.build/debug/Steps)"
echo "$printed"
[ "$printed" = $'steps: 0\nsteps: 1' ]
