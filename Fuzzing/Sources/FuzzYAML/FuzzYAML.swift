import WaybillManifest
import WaybillRules
import WaybillSyntax

/// Any YAML as a value that the manifest keeps unchanged, in the `with` of a route: it is read quickly and without a
/// trap, children follow each other inside their parents, and a plain scalar covers its own text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzYAML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let text = Array((head + "value:\n      ").utf8) + lines.joined(separator: "\n      ".utf8) + Array("\n".utf8)
    let files = ManifestFiles(sources: [SourceFile(path: "a/fuzz.yaml", bytes: text)])
    let compilation = Compilation.compile(files: files)
    for node in compilation.set.routes.compactMap(\.with) { check(node, in: text) }
    return 0
}

private let head = "waybill: 1\nroutes:\n  - url: /a\n    handler: a\n    with:\n      "

private func check(_ node: Node, in text: [UInt8]) {
    let span = node.span
    expect(0 <= span.start && span.start <= span.end && span.end <= text.count, "a span outside of the file")
    // An alias has the place of its anchor, and a variable is replaced.
    let isLiteral = !text.contains(UInt8(ascii: "*")) && !text.contains(UInt8(ascii: "$"))
    var end = span.start
    for part in parts(of: node) {
        check(part, in: text)
        expect(!isLiteral || end <= part.span.start && part.span.end <= span.end, "a part outside of its place")
        end = part.span.end
    }
    guard isLiteral, case .scalar(let scalar) = node.content, scalar.style == .plain else { return }
    let written = text[span.start..<span.end]
    guard !written.contains(UInt8(ascii: "\n")), !written.contains(UInt8(ascii: "\r")) else { return }
    expect(String(decoding: written, as: UTF8.self) == scalar.text, "a plain scalar that is not its own text")
}

private func parts(of node: Node) -> [Node] {
    switch node.content {
    case .scalar: []
    case .sequence(let items): items
    case .mapping(let entries): entries.flatMap { [$0.key, $0.value] }
    }
}

private func expect(_ condition: Bool, _ message: String) {
    if !condition { fatalError(message) }
}
