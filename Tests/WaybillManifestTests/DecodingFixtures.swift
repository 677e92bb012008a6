import Testing
import WaybillManifest
import WaybillSyntax
import WaybillTools

/// A manifest decoded from text, with helpers to examine the result.
struct DecodedText {
    let file: SourceFile
    let manifest: Manifest
    let diagnostics: [Diagnostic]

    init(_ text: String, path: String = "test.yaml", index: Int = 0, environment: [String: String] = [:]) throws {
        file = SourceFile(path: path, bytes: Array(text.utf8))
        let (node, found) = YAMLReader.read(file, index: index)
        #expect(found.isEmpty)
        var decoded = ManifestDecoder.decode(try #require(node), file: file, environment: Environment(environment))
        decoded.build(in: file)
        (manifest, diagnostics) = (decoded.manifest, decoded.diagnostics)
    }

    func text(_ span: SourceSpan) -> String {
        String(decoding: file.bytes[span.start..<span.end], as: UTF8.self)
    }

    /// The file after a fix.
    func applying(_ fix: Diagnostic.Fix) -> String {
        let diagnostic = Diagnostic(.unknownKey, at: SourceSpan(file: 0, start: 0, end: 0), "", fixes: [fix])
        let edits = [diagnostic].resolvingEdits(in: [file])[0].fixes.flatMap(\.edits)
        return String(decoding: file.bytes.applying(edits), as: UTF8.self)
    }
}

/// Decodes the text, in which `«…»` marks the place of the only error, and expects exactly that error.
///
/// A text without `waybill: 1` gets it as its first line.
@discardableResult
func expectError(
    _ rule: Rule, _ message: String, in marked: String, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> (diagnostic: Diagnostic, decoded: DecodedText) {
    let whole = marked.contains("waybill") ? marked : "waybill: 1\n" + marked
    let start = try #require(whole.firstIndex(of: "«"), sourceLocation: sourceLocation)
    let before = String(whole[..<start])
    let inner = String(whole[whole.index(after: start)...].prefix { $0 != "»" })
    let after = String(whole[start...].dropFirst(inner.count + 2))
    let decoded = try DecodedText(before + inner + after, environment: environment)
    let span = SourceSpan(file: 0, start: before.utf8.count, end: before.utf8.count + inner.utf8.count)
    #expect(
        decoded.diagnostics.map { "\($0.rule.id) \($0.message)" } == ["\(rule.id) \(message)"],
        sourceLocation: sourceLocation)
    let diagnostic = try #require(decoded.diagnostics.first, sourceLocation: sourceLocation)
    #expect(decoded.text(diagnostic.span) == inner, sourceLocation: sourceLocation)
    #expect(diagnostic.span == span, sourceLocation: sourceLocation)
    #expect(diagnostic.severity == rule.severity, sourceLocation: sourceLocation)
    return (diagnostic, decoded)
}
