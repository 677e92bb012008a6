import Foundation
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The corpus of `waybill graph`, in `Tests/Fixtures/graph`, and the reference service. The first run of the tests
/// writes `NAME.dot` and `NAME.mmd`, and the author of the case must read them. Nothing of `kinds` is folded.
enum GraphFixtures {
    static let folder = GoldenFixtures.folder.deletingLastPathComponent().appending(path: "graph")

    static let names = ["hostile", "kinds", "mistakes", "reference", "shop"]

    /// The graph of a case, with paths relative to the project's folder or to the corpus. Built once for all tests.
    static func graph(_ name: String) -> ManifestGraph {
        graphs.value(name) { Compilation.compile(files: ManifestFiles(sources: files(name))).graph() }
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
