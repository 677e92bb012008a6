// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "hello",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: [])
    ],
    targets: [
        .executableTarget(name: "Hello", dependencies: [.product(name: "Hummingbird", package: "hummingbird")])
    ]
)
