import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let tiedOrder = Rule("X004", "tied-order", .warning, .relations, .ofPeers)
}

extension Check<RelationContext> {
    static let tiedOrders = Check(.tiedOrder, .tableBudget) { $0.tiedInterceptors() }
}

extension RelationContext {
    /// Only equal orders that are written explicitly are reported. To omit `order` means that it does not matter. Nor
    /// is the order of interceptors reported that never run.
    fileprivate func tiedInterceptors() -> [Diagnostic] {
        let dead = Set(unreachableInterceptors.found.map(\.second))
        return meetings(
            ofEqual: { set.interceptors[$0].orderSpan == nil || dead.contains($0) ? nil : set.interceptors[$0].order },
            undecided: "whether interceptors of one order run for one request", set.tie)
    }

    /// Returns the problems of interceptors that run for the same request.
    ///
    /// - Parameters:
    ///   - key: Only interceptors with equal keys are compared, and none with `nil`.
    ///   - question: What is not known if the search reaches its budget.
    func meetings<Key: Hashable>(
        ofEqual key: (_ interceptor: Int) -> Key?, undecided question: String,
        _ diagnose: (InterceptorMeeting) -> Diagnostic?
    ) -> [Diagnostic] {
        let lists = Dictionary(grouping: set.interceptors.indices, by: key)
            .compactMap { $0.key == nil || $0.value.count < 2 ? nil : $0.value }.sorted { $0[0] < $1[0] }
        let meetings = table.meetings(among: lists, within: limits)
        return set.undecided(question, about: lists.first ?? [], unless: meetings.isComplete)
            + meetings.found.diagnostics(diagnose)
    }
}

extension ManifestSet {
    fileprivate func tie(_ meeting: InterceptorMeeting) -> Diagnostic? {
        let first = interceptors[meeting.first]
        let second = interceptors[meeting.second]
        guard !first.doesTheSame(as: second), let place = first.orderSpan, let other = second.orderSpan else {
            return nil
        }
        let places = [(place, first), (other, second)].sorted { $0.0 < $1.0 }
        let winner = min(first.id.value, second.id.value)
        return Diagnostic(
            .tiedOrder, at: places[1].0,
            "'\(first.id.value)' and '\(second.id.value)' run for the same request with the same order, \(first.order): '\(winner)' runs first because of its id",
            notes: [.init("'\(places[0].1.id.value)' has it here", at: places[0].0)], witness: meeting.witness.text,
            witnessRemark: "runs both",
            help:
                "give the one that should run later a higher order, or omit 'order' if it does not matter",
            fixes: separating(first.id.value == winner ? second : first)
        ).needing(first.use == second.use ? [first, second].compactMap(\.with).map { .values($0.span) } : [])
    }

    /// Returns a fix that writes down the order that follows from the ids, if the next order is free.
    private func separating(_ later: Interceptor) -> [Diagnostic.Fix] {
        let order = later.order + 1
        guard order <= Int(Int32.max), !interceptors.contains(where: { $0.order == order }) else { return [] }
        let change = Diagnostic.Change.set(
            InterceptorGrammar.order, of: InterceptorGrammar.object, to: "\(order)", in: .named(later.id.span))
        return [.init("give '\(later.id.value)' the order \(order)", safe: false, change)]
    }
}

extension Interceptor {
    /// Then X008 is reported.
    fileprivate func doesTheSame(as other: Interceptor) -> Bool {
        use != nil && use == other.use && with?.canonicalText == other.with?.canonicalText
    }

    /// The registered code that it names.
    fileprivate var use: String? { if case .use(let name) = action { name.value } else { nil } }
}
