import Foundation
import WaybillManifest
import WaybillSyntax
import WaybillTools

/// The corpus of `waybill graph`, in `Tests/Fixtures/graph`, and the reference service. `NAME.dot` and
/// `NAME.mmd` are written by the first run of the tests, and read by everybody who added the case. Of `kinds` nothing is folded.
enum GraphFixtures {
    static let folder = GoldenFixtures.folder.deletingLastPathComponent().appending(path: "graph")

    static let names = ["hostile", "kinds", "mistakes", "reference", "shop"]

    /// With the paths that a user in the project's folder, or in the corpus, would see.
    /// The graph of a case, built once for all tests.
    static func graph(_ name: String) -> ManifestGraph {
        graphs.value(name) { Compilation.compile(files: ManifestFiles(sources: files(name))).graph }
    }

    private static let graphs = Memo<ManifestGraph>()

    static func files(_ name: String) -> [SourceFile] {
        let project = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let (root, path) =
            switch name {
            case "reference": (project, "Routes")
            case "shop": (folder, "shop")
            default: (folder, "\(name).yaml")
            }
        let prefix = root.path(percentEncoded: false)
        let base = prefix.hasSuffix("/") ? prefix : prefix + "/"
        return ManifestFiles.read(paths: [base + path]).files.map { file in
            SourceFile(path: String(file.path.dropFirst(base.count)), bytes: file.bytes)
        }
    }
}
