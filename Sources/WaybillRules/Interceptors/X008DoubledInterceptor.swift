import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let doubledInterceptor = Rule("X008", "doubled-interceptor", .warning, .relations, .ofPeers)
}

extension Check<RelationContext> {
    /// The same code with the same configuration should not run twice for one request.
    static let doubledInterceptors = Check(.doubledInterceptor, .tableBudget) { context in
        context.meetings(
            ofEqual: { context.set.interceptors[$0].registeredCode },
            undecided: "whether interceptors that do the same run for one request", context.set.doubled)
    }
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

    fileprivate func doubled(_ meeting: InterceptorMeeting) -> Diagnostic {
        let first = interceptors[meeting.first]
        let second = interceptors[meeting.second]
        let places = [first, second].sorted { $0.id.span < $1.id.span }
        let name = second.action.code?.value ?? ""
        return Diagnostic(
            .doubledInterceptor, at: places[1].id.span,
            "'\(name)' runs twice for the same request, as '\(places[0].id.value)' and as '\(places[1].id.value)', with the same configuration",
            notes: [.init("'\(places[0].id.value)' is here", at: places[0].id.span)],
            witness: meeting.witness.text, witnessRemark: "runs both",
            help: "make one of the patterns more specific, or list both under 'urls' of one interceptor",
            fixes: removal(of: places[1], besides: places[0]))
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
