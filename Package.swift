// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "waybill",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "WaybillTable", targets: ["WaybillTable"]),
        .library(name: "WaybillProofs", targets: ["WaybillProofs"]),
        .library(name: "WaybillSyntax", targets: ["WaybillSyntax"]),
        .library(name: "WaybillManifest", targets: ["WaybillManifest"]),
        .library(name: "WaybillDigest", targets: ["WaybillDigest"]),
        .library(name: "WaybillTools", targets: ["WaybillTools"]),
        .library(name: "Waybill", targets: ["Waybill"]),
        .library(name: "WaybillPresentation", targets: ["WaybillPresentation"]),
        .library(name: "WaybillTesting", targets: ["WaybillTesting"]),
        .library(name: "WaybillReload", targets: ["WaybillReload"]),
        .library(name: "WaybillHummingbird", targets: ["WaybillHummingbird"]),
        .library(name: "WaybillHummingbirdTesting", targets: ["WaybillHummingbirdTesting"]),
        .library(name: "WaybillPrometheus", targets: ["WaybillPrometheus"]),
        .library(name: "WaybillServiceCommand", targets: ["WaybillServiceCommand"]),
        .plugin(name: "WaybillKeys", targets: ["WaybillKeys"]),
        .plugin(name: "WaybillCheck", targets: ["WaybillCheck"]),
        .executable(name: "waybill", targets: ["WaybillCommand"]),
        .executable(name: "notes-service", targets: ["NotesService"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        .systemLibrary(
            name: "CLibYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        .target(name: "WaybillTable"),
        .target(name: "WaybillProofs", dependencies: ["WaybillTable"]),
        .target(
            name: "WaybillSyntax",
            dependencies: ["CLibYAML", .product(name: "SystemPackage", package: "swift-system")]
        ),
        .target(name: "WaybillManifest", dependencies: ["WaybillProofs", "WaybillSyntax", "WaybillTable"]),
        // A separate target, so that the build plugin does not wait for swift-crypto.
        .target(
            name: "WaybillDigest",
            dependencies: ["WaybillManifest", "WaybillSyntax", .product(name: "Crypto", package: "swift-crypto")]
        ),
        .target(
            name: "WaybillTools", dependencies: ["WaybillDigest", "WaybillManifest", "WaybillProofs", "WaybillTable"]),
        .target(name: "Waybill", dependencies: ["WaybillDigest", "WaybillManifest"]),
        .target(name: "WaybillPresentation", dependencies: ["Waybill"]),
        .target(name: "WaybillTesting", dependencies: ["Waybill"]),
        .target(
            name: "WaybillReload",
            dependencies: [
                "Waybill", "WaybillDigest",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),
        .target(
            name: "WaybillHummingbird",
            dependencies: [
                "Waybill", "WaybillReload",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ]
        ),
        .target(
            name: "WaybillHummingbirdTesting",
            dependencies: [
                "Waybill", "WaybillHummingbird", "WaybillReload",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .target(name: "WaybillPrometheus", dependencies: [.product(name: "Metrics", package: "swift-metrics")]),
        .target(name: "WaybillKeyGeneration", dependencies: ["WaybillManifest"]),
        .executableTarget(name: "WaybillKeysTool", dependencies: ["WaybillKeyGeneration", "WaybillManifest"]),
        .plugin(name: "WaybillKeys", capability: .buildTool(), dependencies: ["WaybillKeysTool"]),
        .plugin(
            name: "WaybillCheck",
            capability: .command(
                intent: .custom(
                    verb: "waybill-check", description: "Check the package's manifests against the code of its service."
                ))),
        .target(
            name: "WaybillCommandSupport",
            dependencies: [
                "WaybillDigest", "WaybillManifest",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "WaybillServiceCommand",
            dependencies: [
                "Waybill", "WaybillCommandSupport", "WaybillManifest",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "WaybillCommand",
            dependencies: [
                "WaybillCommandSupport", "WaybillDigest", "WaybillManifest", "WaybillTools",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .executableTarget(
            name: "NotesService",
            dependencies: [
                "WaybillHummingbird", "WaybillPrometheus", "WaybillReload", "WaybillServiceCommand",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            plugins: ["WaybillKeys"]
        ),
        .target(name: "WaybillOracle", dependencies: ["WaybillProofs", "WaybillTable"], path: "Tests/WaybillOracle"),
        .testTarget(name: "WaybillTableTests", dependencies: ["WaybillOracle", "WaybillProofs", "WaybillTable"]),
        .testTarget(
            name: "WaybillProofsTests", dependencies: ["WaybillOracle", "WaybillProofs", "WaybillTable"]),
        .testTarget(name: "WaybillSyntaxTests", dependencies: ["WaybillOracle", "WaybillSyntax"]),
        .testTarget(
            name: "WaybillManifestTests", dependencies: ["WaybillManifest", "WaybillOracle", "WaybillTools"]),
        .testTarget(name: "WaybillToolsTests", dependencies: ["WaybillOracle", "WaybillTools"]),
        .target(name: "WaybillTestSupport", dependencies: ["Waybill"], path: "Tests/WaybillTestSupport"),
        .testTarget(
            name: "WaybillTests",
            dependencies: [
                "WaybillHummingbird", "WaybillHummingbirdTesting", "WaybillOracle", "WaybillReload", "WaybillTesting",
                "WaybillTestSupport", "WaybillTools",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            plugins: ["WaybillKeys"]
        ),
        .executableTarget(
            name: "EngineSoak", dependencies: ["WaybillPresentation", "WaybillTestSupport"], path: "Tests/EngineSoak"),
        .testTarget(
            name: "WaybillPresentationTests",
            dependencies: ["EngineSoak", "WaybillPresentation", "WaybillTesting", "WaybillTestSupport"]),
        .testTarget(name: "WaybillTestingTests", dependencies: ["WaybillTesting"]),
        .testTarget(
            name: "WaybillReloadTests",
            dependencies: [
                "WaybillReload", "WaybillTestSupport", .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]
        ),
        .testTarget(
            name: "WaybillPrometheusTests",
            dependencies: ["WaybillPrometheus", .product(name: "Metrics", package: "swift-metrics")]),
        .testTarget(
            name: "WaybillHummingbirdTests",
            dependencies: [
                "WaybillHummingbird", "WaybillHummingbirdTesting", "WaybillPrometheus", "WaybillReload",
                "WaybillTestSupport", "WaybillTesting",
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .executableTarget(
            name: "Notes",
            dependencies: [
                "Waybill", "WaybillHummingbird", "WaybillReload", "WaybillServiceCommand",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Templates/Service/Sources/Notes"
        ),
        .testTarget(
            name: "NotesTests",
            dependencies: [
                "Notes", "WaybillHummingbirdTesting", "WaybillTesting",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ],
            path: "Templates/Service/Tests/NotesTests"
        ),
        .testTarget(
            name: "WaybillKeyGenerationTests",
            dependencies: ["Waybill", "WaybillKeyGeneration", "WaybillManifest", "WaybillOracle"]),
        .testTarget(name: "WaybillKeysTests", dependencies: ["Waybill", "WaybillTesting"], plugins: ["WaybillKeys"]),
        .executableTarget(
            name: "ShopService",
            dependencies: [
                "Waybill", "WaybillServiceCommand",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/ShopService"
        ),
        .testTarget(
            name: "WaybillServiceCommandTests",
            dependencies: [
                "ShopService", "WaybillCommand", "WaybillManifest", "WaybillServiceCommand", "WaybillTestSupport",
            ]),
        .testTarget(name: "WaybillCommandTests", dependencies: ["WaybillCommand", "WaybillTestSupport"]),
        .testTarget(
            name: "NotesServiceTests",
            dependencies: [
                "NotesService", "WaybillTestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where ![.system, .plugin].contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .strictMemorySafety(),
            .treatAllWarnings(as: .error),
        ]
}
