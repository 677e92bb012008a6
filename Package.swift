// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "waybill",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Waybill", targets: ["Waybill"]),
        .library(name: "WaybillPresentation", targets: ["WaybillPresentation"]),
        .library(name: "WaybillTesting", targets: ["WaybillTesting"]),
        .library(name: "WaybillReload", targets: ["WaybillReload"]),
        .library(name: "WaybillHummingbird", targets: ["WaybillHummingbird"]),
        .library(name: "WaybillInspector", targets: ["WaybillInspector"]),
        .library(name: "WaybillPrometheus", targets: ["WaybillPrometheus"]),
        .library(name: "WaybillConfiguration", targets: ["WaybillConfiguration"]),
        .library(name: "WaybillEtcd", targets: ["WaybillEtcd"]),
        .library(name: "WaybillServiceCommand", targets: ["WaybillServiceCommand"]),
        // All that needs no engine, in layers that are modules of their own.
        .library(
            name: "WaybillTools",
            targets: [
                "WaybillTable", "WaybillProofs", "WaybillSyntax", "WaybillManifest", "WaybillRules", "WaybillReports",
                "WaybillTools",
            ]),
        .plugin(name: "WaybillKeys", targets: ["WaybillKeys"]),
        .plugin(name: "WaybillCheck", targets: ["WaybillCheck"]),
        .executable(name: "waybill", targets: ["WaybillCommand"]),
        .executable(name: "waybill-inspect", targets: ["WaybillInspect"]),
        .executable(name: "waybill-fleet", targets: ["WaybillFleet"]),
        .executable(name: "notes-service", targets: ["NotesService"]),
    ],
    traits: [
        .trait(
            name: "Configuration",
            description:
                "`WaybillConfiguration`: options and variables from swift-configuration. Nobody else builds it."
        ),
        .trait(
            name: "Etcd",
            description:
                "`WaybillEtcd` and `waybill-fleet`: sets that a fleet takes from etcd. Nobody else builds them."
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0", traits: []),
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
        .target(
            name: "WaybillRules", dependencies: ["WaybillManifest", "WaybillProofs", "WaybillSyntax", "WaybillTable"]),
        .target(
            name: "WaybillReports",
            dependencies: ["WaybillManifest", "WaybillRules", "WaybillSyntax", "WaybillTable"]),
        .target(
            name: "WaybillTools",
            dependencies: ["WaybillManifest", "WaybillProofs", "WaybillReports", "WaybillRules", "WaybillTable"]),
        .target(
            name: "WaybillTraffic",
            dependencies: [
                "WaybillManifest", "WaybillProofs", "WaybillReports", "WaybillRules", "WaybillSyntax", "WaybillTable",
                "WaybillTools", .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "WaybillOpenAPI",
            dependencies: [
                "WaybillManifest", "WaybillProofs", "WaybillReports", "WaybillRules", "WaybillSyntax", "WaybillTable",
                "WaybillTools",
            ]),
        .target(
            name: "WaybillLanguageServer",
            dependencies: [
                "WaybillManifest", "WaybillProofs", "WaybillReports", "WaybillRules", "WaybillSyntax", "WaybillTable",
                "WaybillTools",
            ]),
        .target(name: "Waybill", dependencies: ["WaybillManifest", "WaybillRules"]),
        .target(name: "WaybillPresentation", dependencies: ["Waybill"]),
        .target(name: "WaybillTesting", dependencies: ["Waybill"]),
        .target(
            name: "WaybillReload",
            dependencies: [
                "Waybill", "WaybillReports",
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
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
            ]
        ),
        // Without the trait of that name, it only has the table of options.
        .target(
            name: "WaybillConfiguration",
            dependencies: [
                "Waybill", "WaybillManifest", "WaybillReload", "WaybillRules", "WaybillSyntax",
                .product(
                    name: "Configuration", package: "swift-configuration", condition: .when(traits: ["Configuration"])),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // Without the trait of that name, it only has the values of the protocol.
        .target(
            name: "WaybillEtcd",
            dependencies: [
                "Waybill", "WaybillManifest", "WaybillReload", "WaybillReports", "WaybillRules", "WaybillSyntax",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Etcd"])),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Etcd"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Etcd"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Etcd"])),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Etcd"])),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "WaybillInspector",
            dependencies: [
                "WaybillHummingbird", "WaybillReload", "WaybillTools",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            exclude: ["Page"]
        ),
        .executableTarget(
            name: "WaybillInspect",
            dependencies: [
                "WaybillCommandSupport", "WaybillInspector", "WaybillReload",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .executableTarget(
            name: "WaybillFleet",
            dependencies: [
                "WaybillCommandOptions", "WaybillCommandSupport", "WaybillEtcd", "WaybillManifest", "WaybillReload",
                "WaybillReports", "WaybillRules", "WaybillSyntax", "WaybillTools", "WaybillTraffic",
                .target(name: "WaybillInspector", condition: .when(traits: ["Etcd"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Etcd"])),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Etcd"])),
            ]
        ),
        .target(name: "WaybillPrometheus", dependencies: [.product(name: "Metrics", package: "swift-metrics")]),
        .target(name: "WaybillKeyGeneration", dependencies: ["WaybillManifest"]),
        .executableTarget(name: "WaybillKeysTool", dependencies: ["WaybillKeyGeneration"]),
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
                "WaybillManifest", "WaybillReports",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // What `waybill` and the programs that it becomes declare once.
        .target(
            name: "WaybillCommandOptions",
            dependencies: [
                "WaybillCommandSupport", "WaybillTraffic",
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
                "WaybillCommandOptions", "WaybillCommandSupport", "WaybillLanguageServer", "WaybillManifest",
                "WaybillOpenAPI", "WaybillTools", "WaybillTraffic",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // Targets of this package use no plugin: SwiftPM builds its tool before anything else, also for those who do not need
        // the target. Their keys are in the repository, and the gate's step `manifests` compares them.
        .executableTarget(
            name: "NotesService",
            dependencies: [
                "WaybillHummingbird", "WaybillPrometheus", "WaybillReload", "WaybillServiceCommand",
                .target(name: "WaybillEtcd", condition: .when(traits: ["Etcd"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .target(name: "WaybillOracle", dependencies: ["WaybillProofs", "WaybillTable"], path: "Tests/WaybillOracle"),
        .testTarget(name: "WaybillTableTests", dependencies: ["WaybillOracle", "WaybillProofs", "WaybillTable"]),
        .testTarget(
            name: "WaybillProofsTests", dependencies: ["WaybillOracle", "WaybillProofs", "WaybillTable"]),
        .testTarget(name: "WaybillSyntaxTests", dependencies: ["WaybillOracle", "WaybillSyntax"]),
        .testTarget(
            name: "WaybillManifestTests",
            dependencies: ["WaybillManifest", "WaybillOracle", "WaybillReports", "WaybillRules", "WaybillTools"]),
        .testTarget(name: "WaybillToolsTests", dependencies: ["WaybillOracle", "WaybillTools"]),
        .testTarget(
            name: "WaybillTrafficTests",
            dependencies: ["WaybillManifest", "WaybillOracle", "WaybillRules", "WaybillSyntax", "WaybillTraffic"]),
        .testTarget(
            name: "WaybillOpenAPITests",
            dependencies: [
                "WaybillManifest", "WaybillOpenAPI", "WaybillOracle", "WaybillReports", "WaybillRules", "WaybillSyntax",
                "WaybillTable", "WaybillTools",
            ]),
        .testTarget(
            name: "WaybillLanguageServerTests",
            dependencies: [
                "WaybillLanguageServer", "WaybillManifest", "WaybillOracle", "WaybillTools",
            ]),
        .target(name: "WaybillTestSupport", dependencies: ["Waybill"], path: "Tests/WaybillTestSupport"),
        .target(
            name: "WaybillHTTPTestSupport",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Tests/WaybillHTTPTestSupport"
        ),
        .testTarget(
            name: "WaybillTests",
            dependencies: [
                "WaybillHTTPTestSupport", "WaybillHummingbird", "WaybillOracle", "WaybillReload", "WaybillTesting",
                "WaybillTestSupport", "WaybillTools",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Readme/Routes"]
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
            name: "WaybillConfigurationTests", dependencies: ["Waybill", "WaybillConfiguration", "WaybillReload"]),
        .testTarget(
            name: "WaybillEtcdTests",
            dependencies: [
                "NotesService", "Waybill", "WaybillEtcd", "WaybillFleet", "WaybillHTTPTestSupport", "WaybillInspector",
                "WaybillManifest", "WaybillReload", "WaybillRules", "WaybillSyntax", "WaybillTestSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Etcd"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Etcd"])),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Etcd"])),
            ]),
        .executableTarget(
            name: "FleetInstances",
            dependencies: [
                "Waybill", "WaybillEtcd", "WaybillReload", "WaybillSyntax",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/FleetInstances"
        ),
        .testTarget(
            name: "WaybillPrometheusTests",
            dependencies: ["WaybillPrometheus", .product(name: "Metrics", package: "swift-metrics")]),
        .testTarget(
            name: "WaybillHummingbirdTests",
            dependencies: [
                "WaybillHTTPTestSupport", "WaybillHummingbird", "WaybillPrometheus", "WaybillReload",
                "WaybillTestSupport", "WaybillTesting",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "WaybillInspectorTests",
            dependencies: [
                "WaybillHTTPTestSupport", "WaybillHummingbird", "WaybillInspector", "WaybillReload",
                "WaybillTestSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "WaybillKeyGenerationTests",
            dependencies: ["Waybill", "WaybillKeyGeneration", "WaybillManifest", "WaybillOracle", "WaybillRules"]),
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
        .testTarget(
            name: "WaybillCommandTests", dependencies: ["WaybillCommand", "WaybillInspect", "WaybillTestSupport"]),
        .testTarget(
            name: "NotesServiceTests",
            dependencies: [
                "NotesService", "WaybillHTTPTestSupport", "WaybillTestSupport",
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
