import Foundation
import Testing
import WaybillManifest
import WaybillTools

@Suite("Writing fixed files")
struct FileChangeTests {
    private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waybill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.yaml").path(percentEncoded: false)
        try Data(text.utf8).write(to: URL(filePath: path))
        try body(path)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    @Test("a file is replaced by its new text")
    func replaced() throws {
        try withFile("old") { path in
            try FileChange.write([FileChange(path: path, old: Array("old".utf8), new: Array("new".utf8))])
            #expect(try text(path) == "new")
        }
    }

    @Test("nothing is written if one file has changed meanwhile")
    func changedMeanwhile() throws {
        try withFile("old") { first in
            try withFile("other") { second in
                let changes = [first, second].map {
                    FileChange(path: $0, old: Array("old".utf8), new: Array("new".utf8))
                }
                let problem = #expect(throws: FileChange.Problem.self) { try FileChange.write(changes) }
                #expect(problem?.message.contains("'\(second)' has changed since it was read") == true)
                let texts = try [text(first), text(second)]
                #expect(texts == ["old", "other"])
            }
        }
    }

    @Test("a deleted file is not created again")
    func gone() throws {
        try withFile("old") { path in
            let change = FileChange(path: path + "x", old: [], new: Array("new".utf8))
            #expect(throws: FileChange.Problem.self) { try FileChange.write([change]) }
            #expect(!FileManager.default.fileExists(atPath: path + "x"))
        }
    }
}
