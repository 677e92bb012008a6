// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "notes",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(path: "../waybill"),  // where you have it
    ],
    targets: [
        .executableTarget(
            name: "Notes",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillHummingbird", package: "waybill"),
                .product(name: "WaybillReload", package: "waybill"),
                .product(name: "WaybillServiceCommand", package: "waybill"),
            ]),
        .testTarget(
            name: "NotesTests",
            dependencies: [
                "Notes",
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "WaybillTesting", package: "waybill"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
