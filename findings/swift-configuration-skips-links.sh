#!/usr/bin/env bash
# swift-configuration 1.4.0: DirectoryFilesProvider finds no value in a folder that Kubernetes mounts, and reports nothing.
#
# Behavior: the provider takes the files of a folder for values, as systems for secrets mount them. It keeps only entries whose own type is a
# regular file. In a volume of a Secret or a ConfigMap each name is a symbolic link to a file below the link `..data`, so the provider has no
# value at all there, and a required one is reported as missing. The folder `..data` itself, which has regular files, works. A provider also
# keeps what it read at the start: a file that is replaced later has the old value.
# Output seen: links: nil / data: secret / after rotation: secret
# Source: run here; the filter is in CommonProviderFileSystem.swift. The layout of the volume is that of Kubernetes' AtomicWriter.
# What to do: give the provider the folder `..data`, and make a new provider when that link changes.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
cd "$place"
mkdir -p Sources/Links
cat >Package.swift <<'SWIFT'
// swift-tools-version:6.2
import PackageDescription
let package = Package(
    name: "links",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "Links",
            dependencies: [
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "SystemPackage", package: "swift-system"),
            ])
    ]
)
SWIFT
cat >Sources/Links/main.swift <<'SWIFT'
import Configuration
import Foundation
import SystemPackage

let folder = CommandLine.arguments[1]
func value(_ place: String) async throws -> String {
    let provider = try await DirectoryFilesProvider(directoryPath: FilePath(place))
    return ConfigReader(provider: provider).string(forKey: "admin.token") ?? "nil"
}
print("links:", try await value(folder))
print("data:", try await value(folder + "/..data"))
let kept = ConfigReader(provider: try await DirectoryFilesProvider(directoryPath: FilePath(folder + "/..data")))
try FileManager.default.removeItem(atPath: folder + "/..data")
try FileManager.default.createSymbolicLink(atPath: folder + "/..data", withDestinationPath: "..2")
print("after rotation:", kept.string(forKey: "admin.token") ?? "nil")
SWIFT

# A mounted Secret: names that are links through one link.
mkdir -p mount/..1 mount/..2
printf secret >mount/..1/admin-token
printf rotated >mount/..2/admin-token
ln -s ..1 mount/..data
ln -s ..data/admin-token mount/admin-token

swift build --quiet 2>build.log || { cat build.log; exit 1; }
.build/debug/Links "$place/mount" | tee seen
diff seen - <<'SEEN'
links: nil
data: secret
after rotation: secret
SEEN
