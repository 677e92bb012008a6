import WaybillManifest
import WaybillRules
import WaybillSyntax

/// Known problems, which later runs hide, so that only new ones are reported.
///
/// A problem is identified by its rule, the path of keys to it, and a fingerprint of the content: not by its line, its
/// file or its message. So layout changes, moves between files and renamed files do not matter.
public struct Baseline: Sendable, Hashable, Codable {
    /// The version of this format.
    public var version = 1
    /// Sorted by rule, path and fingerprint. Each appears once.
    public var findings: [Entry]

    /// Equal problems of an earlier run.
    public struct Entry: Sendable, Hashable, Codable {
        public var rule: String
        /// The path of keys, with the id, URL or text of list items: `routes/orders.show/url`.
        public var path: String
        public var fingerprint: String
        /// The number of problems with the same key.
        public var count: Int
    }

    /// The text of the file. Equal problems give equal text.
    public var json: String { JSONText.encode(self) }
}

extension Baseline {
    /// - Parameter keys: The keys of all problems, in any order.
    init(_ keys: [DiagnosticKey]) {
        let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
        findings = counts.sorted { $0.key < $1.key }.map { key, count in
            Entry(rule: key.rule, path: key.path, fingerprint: key.fingerprint, count: count)
        }
    }
}

/// The identity of a problem in a baseline.
struct DiagnosticKey: Sendable, Hashable, Comparable {
    var rule: String
    var path: String
    var fingerprint: String

    static func < (left: Self, right: Self) -> Bool {
        (left.rule, left.path, left.fingerprint) < (right.rule, right.path, right.fingerprint)
    }
}

/// The grammar of a baseline file: JSON, which is read as YAML, so that errors have places.
enum BaselineGrammar {
    static let version = Key(
        "version", .integer(1...1), "The version of the file format: 1.", required: true, example: 1)
    static let findings = Key(
        "findings", .list(of: .baselineEntry, mayBeEmpty: true), "Known problems, each once.", required: true,
        example: [["rule": "P006", "path": "routes", "fingerprint": "1a2b", "count": 1]])

    static let object = ObjectGrammar("baseline", noun: "a baseline", keys: [version, findings])
}

enum BaselineEntryGrammar {
    static let rule = Key("rule", .ruleID, "The id of the rule.", required: true, example: "P006")
    static let path = Key(
        "path", .anyText, "The path to the problem: keys, and for list items their ids, URLs or texts.",
        required: true, example: "routes")
    static let fingerprint = Key("fingerprint", .text, "Identifies the value there.", required: true, example: "1a2b")
    static let count = Key(
        "count", .integer(1...Int.max), "The number of problems with the same key.", required: true, example: 1)

    static let object = ObjectGrammar(
        "knownFinding", noun: "a problem", keys: [rule, path, fingerprint, count])
}

/// An entry of a baseline as it is written.
struct WrittenEntry {
    var entry: Baseline.Entry
    /// The place of its path, for messages.
    var span: SourceSpan
    /// The whole entry.
    var whole: SourceSpan
}

extension ValueDecoder where Value == WrittenEntry {
    static var baselineEntry: ValueDecoder {
        .object(BaselineEntryGrammar.object) { fields in
            let rule = fields[BaselineEntryGrammar.rule]
            let path = fields[BaselineEntryGrammar.path]
            let print = fields[BaselineEntryGrammar.fingerprint]
            let count = fields[BaselineEntryGrammar.count]
            guard let rule, let path, let print, let count else { return nil }
            let entry = Baseline.Entry(
                rule: rule.value, path: path.value, fingerprint: print.value, count: count.value)
            return WrittenEntry(entry: entry, span: path.span, whole: fields.input.node.span)
        }
    }
}

/// Compares problems with a baseline.
struct BaselineUse {
    /// The problems that are not in the baseline.
    private(set) var kept: [Diagnostic] = []
    private(set) var hidden = 0
    /// G004: problems of the file itself.
    private var ownDiagnostics: [Diagnostic] = []
    /// G002, each with the rule of its entry; `nil` if there is no such rule.
    private var staleEntries: [(rule: Rule?, diagnostic: Diagnostic)] = []

    /// - Parameters:
    ///   - file: The baseline.
    ///   - index: The index of the file in the report's sources.
    ///   - isRefused: Whether a diagnostic prevents loading. A baseline never hides it.
    init(
        _ diagnostics: [Diagnostic], _ sources: [SourceFile], file: SourceFile, index: Int,
        isRefused: (Diagnostic) -> Bool
    ) {
        let entries = read(file, index)
        var left = Dictionary(entries.map { ($0.entry.key, $0.entry.count) }, uniquingKeysWith: +)
        var paths = LogicalPaths(sources)
        let keys = left.isEmpty ? [] : paths.keys(of: diagnostics)
        for (index, diagnostic) in diagnostics.enumerated() {
            guard !left.isEmpty, !isRefused(diagnostic), let key = keys[index].first(where: { left[$0] != nil }),
                let count = left[key]
            else {
                kept.append(diagnostic)
                continue
            }
            hidden += 1
            left[key] = count > 1 ? count - 1 : nil
        }
        for entry in entries { reportGone(entry, left.removeValue(forKey: entry.entry.key) ?? 0) }
    }

    /// G002, and G004 for problems of the file itself.
    ///
    /// - Parameter isLookedAt: Whether the run checked a rule; `nil` is an unknown one. Otherwise its entries are not
    ///   stale.
    func diagnostics(where isLookedAt: (Rule?) -> Bool) -> [Diagnostic] {
        ownDiagnostics + staleEntries.filter { isLookedAt($0.rule) }.map(\.diagnostic)
    }

    private mutating func reportGone(_ entry: WrittenEntry, _ count: Int) {
        guard count > 0 else { return }
        let entries = count == 1 ? "entry" : "entries (\(count))"
        let diagnostic = Diagnostic(
            .staleBaseline, at: entry.span, "stale baseline \(entries): \(entry.entry.rule) no longer occurs",
            help: "write the baseline again with --write-baseline", fixes: [forgetting(entry, count)])
        staleEntries.append((Rule.find(entry.entry.rule), diagnostic))
    }

    private func forgetting(_ entry: WrittenEntry, _ count: Int) -> Diagnostic.Fix {
        let left = entry.entry.count - count
        return left > 0
            ? .init("count \(left)", safe: true, .set("count", to: "\(left)", in: .item(entry.whole), following: []))
            : .init("forget it", safe: true, .takeOut(.item(entry.whole)))
    }

    private mutating func read(_ file: SourceFile, _ index: Int) -> [WrittenEntry] {
        let reading = ToolFile(file, index: index, of: BaselineGrammar.object, called: "the baseline")
        let fields = reading.fields
        _ = fields?[BaselineGrammar.version]
        let entries = fields?[BaselineGrammar.findings] ?? []
        ownDiagnostics += reading.diagnostics
        return entries
    }
}

extension Baseline.Entry {
    fileprivate var key: DiagnosticKey { DiagnosticKey(rule: rule, path: path, fingerprint: fingerprint) }
}
