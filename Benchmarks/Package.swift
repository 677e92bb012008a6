// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "waybill", path: ".."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        .systemLibrary(
            name: "CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        .target(
            name: "Workloads",
            dependencies: [
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillTools", package: "waybill"),
            ]
        ),
        .target(name: "AllocationCounter"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AllocationCounter",
                "CYAML",
                "Workloads",
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillTools", package: "waybill"),
                .product(name: "WaybillReload", package: "waybill"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .executableTarget(
            name: "HTTPPeers",
            dependencies: [
                "Workloads",
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillHummingbird", package: "waybill"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "InspectorCost",
            dependencies: [
                "Workloads",
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillHummingbird", package: "waybill"),
                .product(name: "WaybillInspector", package: "waybill"),
                .product(name: "WaybillReload", package: "waybill"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "CallProbe",
            dependencies: [
                "AllocationCounter",
                "Workloads",
                .product(name: "Waybill", package: "waybill"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && target.name != "AllocationCounter" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
}
