import Foundation
import Testing
import WaybillManifest
import WaybillTools

/// The corpus of `waybill fmt`, in `Tests/Fixtures/fmt`: `NAME.yaml` as written by hand, `NAME.formatted.yaml` as it
/// should be. A new case is a new file; the test writes the other one, and the author of the case must read it.
enum FormattingFixtures {
    static let folder = GoldenFixtures.folder.deletingLastPathComponent().appending(path: "fmt")

    static let names: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        return (names ?? []).filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".formatted.yaml") }
            .map { String($0.dropLast(5)) }.sorted()
    }()

    static func url(_ name: String) -> URL { folder.appending(path: name + ".yaml") }

    static func bytes(_ name: String) -> [UInt8]? { (try? Data(contentsOf: url(name))).map(Array.init) }

    /// Every manifest of every corpus.
    static let everything = manifests(below: folder.deletingLastPathComponent())

    /// The example manifests of the documentation and the templates.
    static let shown: [FormattingCase] = {
        let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
        let blocks = readme.components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first.map { FormattingCase(path: "README.md", bytes: Array($0.utf8)) }
        }
        return blocks + manifests(below: root.appending(path: "Routes"))
    }()

    private static func manifests(below root: URL) -> [FormattingCase] {
        let paths = FileManager.default.enumerator(atPath: root.path(percentEncoded: false))?.allObjects ?? []
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".yaml") }.sorted().compactMap { path in
            (try? Data(contentsOf: root.appending(path: path))).map { FormattingCase(path: path, bytes: Array($0)) }
        }
    }
}

struct FormattingCase: Sendable, CustomTestStringConvertible {
    var path: String
    var bytes: [UInt8]

    var testDescription: String { path }
}
