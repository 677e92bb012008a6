import WaybillManifest

/// A manifest, which the scanner of plain YAML reads if it is sure of it; and the same with a tab in a comment behind it,
/// which it leaves to libyaml. Where reading finds nothing, both say the same, at the same places.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzYAML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count).map(plain)
    let text = String(decoding: bytes, as: UTF8.self) + "\n"
    let scanned = Compilation.compile(text: text)
    guard !scanned.diagnostics.contains(where: { $0.rule.id.hasPrefix("Y") }) else { return 0 }
    let parsed = Compilation.compile(text: text + "#\t\n")
    expect(findings(scanned) == findings(parsed), "the two readers' findings differ")
    expect(scanned.digest == parsed.digest, "the two readers' sets differ")
    return 0
}

/// Without their fixes: a blank line before what is removed goes at the end of a file alone, where now the comment stands.
private func findings(_ compilation: Compilation) -> [Diagnostic] {
    compilation.diagnostics.map { finding in
        var finding = finding
        finding.fixes = []
        return finding
    }
}

/// A byte that the scanner may be sure of. Block scalars would take the comment for their text.
private func plain(_ byte: UInt8) -> UInt8 {
    switch byte & 0x7F {
    case 0..<0x20, 0x7F: UInt8(ascii: "\n")
    case UInt8(ascii: "|"), UInt8(ascii: ">"): UInt8(ascii: " ")
    default: byte & 0x7F
    }
}

private func expect(_ condition: Bool, _ message: String) {
    if !condition { fatalError(message) }
}
