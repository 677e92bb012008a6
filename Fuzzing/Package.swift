// swift-tools-version:6.2
import PackageDescription

/// The oracle without end, and fuzzing. The oracle's sources are those of the tests, by symbolic links.
let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "waybill", path: "..")],
    targets: [
        ("OracleRun", "WaybillTable"), ("FuzzURL", "WaybillTable"), ("FuzzPattern", "WaybillTable"),
        ("FuzzRegex", "WaybillTable"), ("FuzzManifest", "WaybillTools"), ("FuzzYAML", "WaybillManifest"),
        ("FuzzAmended", "WaybillTools"),
    ].map { name, product in
        .executableTarget(
            name: name, dependencies: [.product(name: product, package: "waybill")],
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
