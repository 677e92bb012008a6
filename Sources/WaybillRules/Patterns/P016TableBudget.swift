import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let tableBudget = Rule("P016", "table-budget", .warning, .relations, [])
}

extension Check<RelationContext> {
    static let size = Check(.tableBudget) { $0.set.checkSize($0) }
}

extension ManifestSet {
    /// What exceeds a limit of size, and what could not be proven within the budget of work.
    fileprivate func checkSize(_ context: RelationContext) -> [Diagnostic] {
        let size = context.proofs.size
        var diagnostics: [Diagnostic] = []
        if let deepest = size.deepest, deepest.segments > TableSize.ordinary.segments {
            diagnostics.append(
                Diagnostic(
                    .tableBudget, at: pattern(deepest.place).span,
                    "the pattern has \(deepest.segments) segments (budget \(TableSize.ordinary.segments))",
                    help: "end it with '**', and read the rest in the handler"))
        }
        if let widest = size.widest, widest.affixes > TableSize.ordinary.affixes {
            diagnostics.append(
                Diagnostic(
                    .tableBudget, at: pattern(widest.place).span,
                    "\(widest.affixes) prefixes and suffixes of this and other patterns are at the same place, and a lookup compares them one by one (budget \(TableSize.ordinary.affixes))",
                    help: "capture the whole segment, and tell the values apart in the handler"))
        }
        if size.states > TableSize.ordinary.states, let first = routes.first(where: { !$0.constrained.isEmpty }) {
            diagnostics.append(
                Diagnostic(
                    .tableBudget, at: first.constrained[0].valueSpan,
                    "the constraints of the set compile to \(size.states) states (budget \(TableSize.ordinary.states))",
                    help: "use simpler regexes, or types"))
        }
        return diagnostics + undecided(context)
    }

    private func undecided(_ context: RelationContext) -> [Diagnostic] {
        let proofs = context.proofs
        // A hint adds nothing to a warning that says the same.
        let isHint = proofs.undecided.isEmpty
        let places = isHint ? proofs.undecidedHints : proofs.undecided
        let routes = places.prefix(1).map { first in
            Diagnostic.undecided(
                "how route '\(self.routes[first.route].id.value)' overlaps with others",
                more: Set(places.map(\.route)).count - 1, at: pattern(first).span, severity: isHint ? .info : nil)
        }
        let unreached = interceptors.indices.filter { !proofs.reaches[$0].isDecided }
        let interceptors = unreached.prefix(1).map { first in
            Diagnostic.undecided(
                "whether interceptor '\(self.interceptors[first].id.value)' matches a route",
                more: unreached.count - 1, at: self.interceptors[first].id.span)
        }
        return routes + interceptors
    }
}

extension ManifestSet {
    /// P016 for a question about interceptors, at the first one, if it was given up.
    func undecided(_ question: String, about interceptors: [Int], unless isComplete: Bool) -> [Diagnostic] {
        interceptors.prefix(isComplete ? 0 : 1).map { .undecided(question, at: self.interceptors[$0].id.span) }
    }
}

extension Diagnostic {
    /// P016 for a question that was given up.
    package static func undecided(
        _ question: String, more: Int = 0, at span: SourceSpan, severity: Severity? = nil
    ) -> Diagnostic {
        Diagnostic(
            .tableBudget, at: span,
            "\(question) is not fully analyzed" + (more > 0 ? ", and \(more) more like it" : "")
                + ": the analysis reached its budget",
            severity: severity,
            help: "use simpler regexes, or fewer broad patterns that overlap")
    }
}
