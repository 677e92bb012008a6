import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@Suite("The layout of lines")
struct LayoutDiagnosticTests {
    @Test(
        "The fixed text has no problems, and means the same",
        arguments: [
            "waybill: 1  \r\nroutes:\t\r\n  - { url: /a, handler: a }",
            "waybill: 1  \nmodules:\n  a:\n    with:\n      text: |+\n        kept   \n   \n      folded: >-\n        x  \n        y ",
            "waybill: 1 \nmodules: { a: { with: { text: 'one  \n\n  two' } } }  ",
        ])
    func fixes(_ text: String) throws {
        let before = Compilation.compile(text: text)
        let diagnostics = before.lint().diagnostics.filter { $0.rule == .layout }
        let edits = diagnostics.flatMap(\.fixes).filter(\.safe).flatMap(\.edits)
        #expect(!edits.isEmpty)
        var bytes = Array(text.utf8)
        for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
            bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.text.utf8)
        }
        let after = Compilation.compile(text: String(decoding: bytes, as: UTF8.self))
        #expect(after.digest == before.digest)
        #expect(after.lint().diagnostics.filter { $0.rule == .layout }.flatMap(\.fixes).isEmpty)
    }

    @Test("Blanks in a block scalar are content, also in the second entry with a key, and in an anchored one")
    func blockScalars() {
        let text = """
            waybill: 1
            x-one: &one |
              kept\u{20}
            x-two: *one
            x-three: |
              kept\u{20}
            x-three: |
              kept\u{20}
            x-four: 1\u{20}

            """
        let layout = Compilation.compile(text: text).lint().diagnostics.filter { $0.rule == .layout }
        #expect(layout.map(\.message) == ["a line ends with blanks"])
        #expect(layout.map(\.span.end) == [text.utf8.count - 1])
    }

    @Test("A file that is not YAML is left alone, except its line ends")
    func broken() {
        let report = Compilation.compile(text: "waybill: [1  \n").lint()
        let layout = report.diagnostics.filter { $0.rule == .layout }
        #expect(layout.map(\.message) == ["a line ends with blanks"])
        #expect(layout.flatMap(\.fixes).isEmpty)
    }

    @Test("A file of another encoding is reported as such, and nothing else")
    func otherEncoding() {
        let text: [UInt8] = "waybill: 1 \r\nroutes:".utf8.reduce(into: []) { $0 += [$1, 0] }
        let files = ManifestFiles(sources: [SourceFile(path: "manifest.yaml", bytes: [0xFF, 0xFE] + text)])
        #expect(Compilation.compile(files: files).lint().diagnostics.map(\.rule) == [.invalidBytes])
    }

    @Test("An empty file has no layout")
    func empty() {
        #expect(!Compilation.compile(text: "").lint().diagnostics.contains { $0.rule == .layout })
    }
}
