import WaybillManifest
import WaybillSyntax

/// Compares problems with a baseline.
struct BaselineUse {
    /// The problems that are not in the baseline.
    private(set) var kept: [Diagnostic] = []
    private(set) var hidden = 0
    /// G004: problems of the file itself.
    private var ownDiagnostics: [Diagnostic] = []
    /// G002, each with the rule of its entry.
    private var staleEntries: [(rule: String, diagnostic: Diagnostic)] = []

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
    /// - Parameter checksRegistry: Whether the F rules are checked. Otherwise their entries are not stale.
    func diagnostics(checksRegistry: Bool) -> [Diagnostic] {
        ownDiagnostics + staleEntries.filter { checksRegistry || !$0.rule.hasPrefix("F") }.map(\.diagnostic)
    }

    private mutating func reportGone(_ entry: WrittenEntry, _ count: Int) {
        guard count > 0 else { return }
        let entries = count == 1 ? "entry" : "entries (\(count))"
        let diagnostic = Diagnostic(
            .staleBaseline, at: entry.span, "stale baseline \(entries): \(entry.entry.rule) no longer occurs",
            help: "write the baseline again with --write-baseline", fixes: [forgetting(entry, count)])
        staleEntries.append((entry.entry.rule, diagnostic))
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
