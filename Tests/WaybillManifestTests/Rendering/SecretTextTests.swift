import Foundation
import Testing
import WaybillSyntax

@testable import WaybillManifest

@Suite("Secrets in texts")
struct SecretTextTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/check")

    @Test("A file without its secrets has a tree of the same structure")
    func sameForm() throws {
        let names = FileManager.default.enumerator(atPath: Self.fixtures.path)?.compactMap { $0 as? String } ?? []
        let manifests = names.filter { $0.hasSuffix(".yaml") }
        #expect(manifests.count > 100)
        for name in manifests {
            let bytes = Array(try Data(contentsOf: Self.fixtures.appendingPathComponent(name)))
            let file = SourceFile(path: name, bytes: bytes)
            let (root, _) = YAMLReader.read(file, index: 0)
            let hidden = file.withoutSecrets
            guard !hidden.bytes.isEmpty, let root else { continue }
            let kinds = YAMLReader.read(hidden, index: 0).node?.document.records.map(\.kind)
            #expect(kinds == root.document.records.map(\.kind), "\(name)")
        }
    }

    @Test("Every prefix of a file is redacted, wherever it is cut")
    func beginnings() {
        let text = """
            a: &a { b: "https://u:p@h", with: {c: 'd', "e": [f, *a]} } # g
            with : |
              h
              i
            "w\\u0069th": !j *a
            ? with
            : - &k l # m
              - *k
            """
        let bytes = Array(text.utf8)
        for end in 0...bytes.count {
            let file = SourceFile(path: "a.yaml", bytes: Array(bytes[..<end]))
            let whole = SourceSpan(file: 0, start: 0, end: end)
            let diagnostic = Diagnostic(.unknownKey, at: whole, text, notes: [.init(text, at: whole)])
            let redacted = Redaction(of: [diagnostic], in: [file]).redact(diagnostic)
            #expect(!redacted.message.contains("u:p@"))
            _ = file.withoutSecrets
            #expect(!TextRenderer(sources: [file]).render([diagnostic]).isEmpty)
        }
    }

    @Test(
        "The name of a variable is no secret, and what is written beside it is one",
        arguments: [
            ("${TOKEN} is not set", "${TOKEN} is not set"), ("${PART} is not set", "${PART} is not set"),
            ("found 's3cr3t${PART}'", "found '***'"), ("found '${1}' and 'plain one'", "found '***' and '***'"),
            ("${LONG_NAME} is not set", "${LONG_NAME} is not set"),
        ])
    func variables(message: String, shown: String) {
        let text = """
            with: { a: "${TOKEN}", b: "s3cr3t${PART}", c: "${1}", d: plain one, e: "Bearer ${LONG_NAME}" }

            """
        let file = SourceFile(path: "a.yaml", bytes: Array(text.utf8))
        let diagnostic = Diagnostic(.unresolvedVariable, at: SourceSpan(file: 0, start: 0, end: 4), message)
        #expect(Redaction(of: [diagnostic], in: [file]).redact(diagnostic).message == shown)
    }

    @Test(
        "Without a tree, a message keeps quoted characters and apostrophes, and other quotations are hidden",
        arguments: [
            ("expected ',' or '}'", "expected ',' or '}'"),
            ("found 's3cr3t' where ',' or ']' is expected", "found '***' where ',' or ']' is expected"),
            ("the file's value 's3cr3t one' has no end", "the file's value '***' has no end"),
            (#"found "it's s3cr3t", not '"'"#, #"found '***', not '"'"#),
        ])
    func quotations(message: String, shown: String) {
        let file = SourceFile(path: "a.yaml", bytes: Array("with: { key: s3cr3t".utf8))
        let diagnostic = Diagnostic(.unknownKey, at: SourceSpan(file: 0, start: 0, end: 4), message)
        #expect(Redaction(of: [diagnostic], in: [file]).redact(diagnostic).message == shown)
    }
}
