import WaybillProofs
import WaybillTable

/// A pattern's text is parsed or rejected, as the law says, without a trap, also by a table with only this pattern.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPattern(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let pattern = try? Pattern(text)
    let law = OraclePattern(text)
    expect((pattern == nil) == (law == nil), "table and law differ on whether this is a pattern")
    _ = try? URLTemplate(text)
    guard let pattern, let law else { return 0 }
    expect(pattern.captureNames == law.captureNames, "table and law differ on names")
    let route = RouteDefinition(id: "r", patterns: [pattern])
    let table = RoutingTable(routes: [route, RouteDefinition(id: "s", patterns: [pattern])])
    expect(!table.conflicts().isEmpty, "a pattern does not conflict with itself")
    guard let url = try? RouteURL(table.conflicts()[0].witness), table.route(for: url, method: nil) != nil else {
        fatalError("a conflict's witness is not matched")
    }
    return 0
}

private func expect(_ condition: Bool, _ message: String) {
    if !condition { fatalError(message) }
}
