// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "empty",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../waybill")],
    targets: [.executableTarget(name: "Empty", dependencies: [.product(name: "PRODUCT", package: "waybill")])]
)
