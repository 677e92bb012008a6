import WaybillTable

/// The text of a regex constraint is compiled or rejected within its budget, without a trap. The compiled regex
/// matches its own shortest members.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRegex(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let automaton = try? Automaton(.regex(text), caseSensitive: true) else { return 0 }
    guard let member = automaton.shortestMember() else {
        expect(automaton.isEmpty, "nothing is accepted, but the automaton is not empty")
        return 0
    }
    expect(automaton.matches(member[...]), "the shortest member does not match")
    if let second = automaton.shortestMember(excludingEmpty: true) {
        expect(!second.isEmpty && automaton.matches(second[...]), "the shortest member with a byte does not match")
    }
    expect(automaton.intersection(automaton) == automaton, "an automaton is not its intersection with itself")
    return 0
}

private func expect(_ condition: Bool, _ message: String) {
    if !condition { fatalError(message) }
}
