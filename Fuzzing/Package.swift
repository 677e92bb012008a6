// swift-tools-version:6.2
import PackageDescription

/// The oracle as an endless run, and fuzzing. The oracle's sources are those of the tests, through symbolic links.
let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "waybill", path: "..")],
    targets: [
        ("OracleRun", ["WaybillProofs", "WaybillTable"]), ("FuzzURL", ["WaybillProofs", "WaybillTable"]),
        ("FuzzPattern", ["WaybillProofs", "WaybillTable"]), ("FuzzRegex", ["WaybillTable"]),
        ("FuzzManifest", ["WaybillManifest", "WaybillSyntax", "WaybillTools"]),
        ("FuzzYAML", ["WaybillManifest", "WaybillSyntax"]),
    ].map { name, products in
        .executableTarget(
            name: name, dependencies: products.map { .product(name: $0, package: "waybill") },
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .strictMemorySafety(),
                .treatAllWarnings(as: .error),
                .unsafeFlags(["-parse-as-library"]),
            ])
    },
    swiftLanguageModes: [.v6]
)
