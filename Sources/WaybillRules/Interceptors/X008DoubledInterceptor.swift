import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let doubledInterceptor = Rule("X008", "doubled-interceptor", .warning, .relations, .ofPeers)
}

extension Check<RelationContext> {
    static let doubledInterceptors = Check(.doubledInterceptor, .tableBudget) { $0.set.doubledInterceptors($0) }
}

extension ManifestSet {
    /// Returns a fix that removes an interceptor with the same effect as another.
    private func removal(of interceptor: Interceptor, besides other: Interceptor) -> [Diagnostic.Fix] {
        guard interceptor.saysTheSame(as: other) else { return [] }
        let entry = Diagnostic.Entry.named(interceptor.id.span)
        return [
            .init("remove '\(interceptor.id.value)'", safe: false, .remove(entry, .absent)),
            .init("remove '\(interceptor.id.value)' with its comments", safe: false, .remove(entry, .removed)),
        ]
    }

    /// The same code with the same configuration should not run twice for one request.
    fileprivate func doubledInterceptors(_ context: RelationContext) -> [Diagnostic] {
        var alike: [[String?]: [Int]] = [:]
        for (index, interceptor) in interceptors.enumerated() {
            if let code = interceptor.registeredCode { alike[code, default: []].append(index) }
        }
        let lists = alike.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
        let meetings = context.table.meetings(among: lists, within: context.limits)
        let undecided = lists.prefix(meetings.isComplete ? 0 : 1).map { list in
            Diagnostic.undecided(
                "whether interceptors that do the same run for one request", at: interceptors[list[0]].id.span)
        }
        return undecided
            + meetings.found.diagnostics { meeting in
                let first = interceptors[meeting.first]
                let second = interceptors[meeting.second]
                let places = [first, second].sorted { $0.id.span < $1.id.span }
                let name = second.action.code?.value ?? ""
                return Diagnostic(
                    .doubledInterceptor, at: places[1].id.span,
                    "'\(name)' runs twice for the same request, as '\(places[0].id.value)' and as '\(places[1].id.value)', with the same configuration",
                    notes: [.init("'\(places[0].id.value)' is here", at: places[0].id.span)],
                    witness: meeting.witness.text, witnessRemark: "runs both",
                    help:
                        "make one of the patterns more specific, or list both under 'urls' of one interceptor",
                    fixes: removal(of: places[1], besides: places[0]))
            }
    }
}

extension Interceptor {
    /// Whether two interceptors with the same action and configuration are equal in everything but their names.
    fileprivate func saysTheSame(as other: Interceptor) -> Bool {
        func words(_ interceptor: Interceptor) -> [[String]] {
            [
                interceptor.patterns.map(\.text.value), interceptor.methods.map(\.value).sorted(),
                interceptor.tags.map(\.value).sorted(),
                interceptor.constrained.map { "\($0.name.value) \($0.constraint)" }.sorted(),
                ["\(interceptor.order)", "\(interceptor.appliesEverywhere)"],
                interceptor.timeout.map { ["\($0.value)"] } ?? [],
            ]
        }
        return words(self) == words(other)
    }
}

extension Interceptor {
    /// The registered code with its configuration; `nil` for an interceptor without code.
    var registeredCode: [String?]? { action.code.map { [$0.value, with?.canonicalText] } }
}
