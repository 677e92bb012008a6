// swift-tools-version:6.2
import PackageDescription

// What users write, compiled and run in packages of their own: it may use hummingbird's testing library, whose
// dependencies the main package does not build.
let package = Package(
    name: "examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "waybill", path: "..", traits: ["Configuration"]),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(
            name: "SQLiteNotes",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillHummingbird", package: "waybill"),
                .product(name: "WaybillReload", package: "waybill"),
            ],
            exclude: ["Routes"]
        ),
        .testTarget(
            name: "SQLiteNotesTests",
            dependencies: [
                "SQLiteNotes",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillReload", package: "waybill"),
            ]
        ),
        .testTarget(
            name: "TestingExamples",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillHummingbird", package: "waybill"),
                .product(name: "WaybillReload", package: "waybill"),
                .product(name: "WaybillTesting", package: "waybill"),
            ]),
        .testTarget(
            name: "ConfigurationExamples",
            dependencies: [
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillConfiguration", package: "waybill"),
                .product(name: "WaybillReload", package: "waybill"),
            ]),
        // The only tests of the plugin's product. In the main package, every first build would build its tool.
        .testTarget(
            name: "WaybillKeysTests",
            dependencies: [
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillTesting", package: "waybill"),
            ],
            exclude: ["Routes"],
            plugins: [.plugin(name: "WaybillKeys", package: "waybill")]
        ),
        // Templates/Service, through a symbolic link.
        .executableTarget(
            name: "Notes",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillHummingbird", package: "waybill"),
                .product(name: "WaybillReload", package: "waybill"),
                .product(name: "WaybillServiceCommand", package: "waybill"),
            ],
            path: "Service/Sources/Notes"
        ),
        .testTarget(
            name: "NotesTests",
            dependencies: [
                "Notes",
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "WaybillTesting", package: "waybill"),
            ],
            path: "Service/Tests/NotesTests"
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
