// swift-tools-version:6.2
import PackageDescription

/// The oracle as an endless run, and fuzzing. The oracle's sources are those of the tests, through symbolic links.
let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "waybill", path: "..")],
    targets: ["OracleRun", "FuzzURL", "FuzzPattern", "FuzzRegex", "FuzzManifest", "FuzzYAML"].map { name in
        .executableTarget(
            name: name, dependencies: [.product(name: "WaybillTools", package: "waybill")],
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
