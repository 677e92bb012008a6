#!/usr/bin/env bash
# SwiftPM 6.3.1: the tool of a build plugin is built for everybody, if any target of the dependency uses the plugin.
#
# Behavior: a package has a library, a build plugin with a tool, and an executable that uses the plugin. Another package depends on the
# library alone. `swift build` there compiles the tool, and all that the tool depends on, for the host, before anything else, although
# no target that it builds uses the plugin. If the executable does not use the plugin, the tool is not built. Targets of tests do not
# count, because those of dependencies are not loaded.
# Output seen: "used by an executable of the dependency: the tool was built", "used by none: the tool was not built".
# Source: seen when first builds were measured: a service that used no plugin spent 48 of 224 seconds of processor time on its tool.
# What to do: let no target of a package that others depend on use the package's own plugin; generate its code into the repository.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
swift --version 2>/dev/null | grep -q "Swift version 6\.3\.1" || { echo "written for Swift 6.3.1" >&2; exit 1; }

mkdir -p "$place"/kit/Sources/{Kit,Tool,App} "$place"/kit/Plugins/Generate "$place"/user/Sources/User
cat >"$place/kit/Plugins/Generate/Generate.swift" <<'SWIFT'
import PackagePlugin

@main
struct Generate: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let output = context.pluginWorkDirectoryURL.appending(path: "Made.swift")
        return [
            .buildCommand(
                displayName: "Generate", executable: try context.tool(named: "Tool").url, arguments: [output.path()],
                outputFiles: [output])
        ]
    }
}
SWIFT
cat >"$place/kit/Sources/Tool/main.swift" <<'SWIFT'
import Foundation

try "let made = 1\n".write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)
SWIFT
echo 'public func kit() -> Int { 1 }' >"$place/kit/Sources/Kit/Kit.swift"
echo 'print("app")' >"$place/kit/Sources/App/main.swift"
printf 'import Kit\n\nprint(kit())\n' >"$place/user/Sources/User/main.swift"
cat >"$place/user/Package.swift" <<'SWIFT'
// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "user", dependencies: [.package(path: "../kit")],
    targets: [.executableTarget(name: "User", dependencies: [.product(name: "Kit", package: "kit")])])
SWIFT

# build PLUGINS: whether the user's build makes the tool, where the executable of the dependency uses these plugins.
build() {
    cat >"$place/kit/Package.swift" <<SWIFT
// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "kit",
    products: [
        .library(name: "Kit", targets: ["Kit"]), .plugin(name: "Generate", targets: ["Generate"]),
        .executable(name: "app", targets: ["App"]),
    ],
    targets: [
        .target(name: "Kit"), .executableTarget(name: "Tool"), .executableTarget(name: "App", plugins: [$1]),
        .plugin(name: "Generate", capability: .buildTool(), dependencies: ["Tool"]),
    ])
SWIFT
    rm -rf "$place/user/.build"
    (cd "$place/user" && swift build) >"$place/log" 2>&1 || { tail -20 "$place/log" >&2; exit 1; }
    if [ -n "$(find "$place/user/.build" -path '*Tool-tool.build/*.o')" ]; then echo "the tool was built"; else echo "the tool was not built"; fi
}

used="$(build '"Generate"')"
unused="$(build '')"
echo "used by an executable of the dependency: $used"
echo "used by none: $unused"
[ "$used" = "the tool was built" ] && [ "$unused" = "the tool was not built" ]
