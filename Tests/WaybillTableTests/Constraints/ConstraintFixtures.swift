import Testing
import WaybillOracle

@testable import WaybillTable

extension SplitMix {
    mutating func int(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    mutating func element<T>(of values: [T]) -> T {
        values[int(0...values.count - 1)]
    }

    mutating func text(over alphabet: String, length: ClosedRange<Int>) -> String {
        let scalars = Array(alphabet.unicodeScalars)
        return String(String.UnicodeScalarView((0..<int(length)).map { _ in element(of: scalars) }))
    }

    /// The text with one scalar removed, replaced or inserted.
    mutating func mutation(of text: String, over alphabet: String) -> String {
        var scalars = Array(text.unicodeScalars)
        let new = element(of: Array(alphabet.unicodeScalars))
        let index = int(0...scalars.count)
        switch int(0...2) {
        case 0 where index < scalars.count: scalars.remove(at: index)
        case 1 where index < scalars.count: scalars[index] = new
        default: scalars.insert(new, at: index)
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension Automaton {
    init(regex: String) throws(ConstraintError) {
        try self.init(.regex(regex), caseSensitive: true)
    }

    func matches(_ text: String) -> Bool {
        matches(Array(text.utf8)[...])
    }
}

/// Fails for every text on which the automaton and the oracle differ.
func expectAgreement(
    of automaton: Automaton, with oracle: (String) -> Bool, on texts: some Sequence<String>,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for text in texts where automaton.matches(text) != oracle(text) {
        Issue.record("\(text.debugDescription) should be \(oracle(text))", sourceLocation: sourceLocation)
    }
}

/// All texts over the scalars, up to a length, shortest first.
func allTexts(over alphabet: String, upTo length: Int) -> [String] {
    var texts = [""]
    var last = [""]
    for _ in 0..<length {
        last = last.flatMap { text in alphabet.unicodeScalars.map { text + String($0) } }
        texts += last
    }
    return texts
}
