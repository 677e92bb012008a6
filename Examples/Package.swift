// swift-tools-version:6.2
import PackageDescription

// A package of its own: its dependencies are not those of a service that uses Waybill.
let package = Package(
    name: "examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "waybill", path: ".."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
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
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
}
