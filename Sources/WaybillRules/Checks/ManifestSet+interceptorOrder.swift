import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// X004 and X007: interceptors without an explicit order, and interceptors that never run.
    func checkInterceptorOrder(_ context: RelationContext) -> [Diagnostic] {
        let terminating = terminatingInterceptors
        let shadowed = context.table.shadowedInterceptors(by: terminating, within: context.limits)
        let undecided = terminating.prefix(shadowed.isComplete ? 0 : 1).map { first in
            Diagnostic.undecided("whether interceptors run at all", at: interceptors[first].id.span)
        }
        return undecided + shadowed.found.map(shadowedInterceptor)
            + tiedInterceptors(context, besides: Set(shadowed.found.map(\.second)))
    }

    // MARK: X004

    /// Only equal orders that are written explicitly are reported. To omit `order` means that it does not matter.
    ///
    /// - Parameter dead: Interceptors that never run. Their order is not reported, too.
    private func tiedInterceptors(_ context: RelationContext, besides dead: Set<Int>) -> [Diagnostic] {
        let written = interceptors.indices.filter { interceptors[$0].orderSpan != nil && !dead.contains($0) }
        let lists = Dictionary(grouping: written, by: { interceptors[$0].order }).values
            .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
        guard !lists.isEmpty else { return [] }
        let meetings = context.table.meetings(among: lists, within: context.limits)
        let undecided = lists.prefix(meetings.isComplete ? 0 : 1).map { list in
            Diagnostic.undecided(
                "whether interceptors of one order run for one request", at: interceptors[list[0]].id.span)
        }
        return undecided + meetings.found.compactMap(tie)
    }

    private func tie(_ meeting: InterceptorMeeting) -> Diagnostic? {
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
            fixes: separating(first.id.value == winner ? second : first))
    }

    /// Returns a fix that writes down the order that follows from the ids, if the next order is free.
    private func separating(_ later: Interceptor) -> [Diagnostic.Fix] {
        let order = later.order + 1
        guard order <= Int(Int32.max), !interceptors.contains(where: { $0.order == order }) else { return [] }
        let change = Diagnostic.Change.set(
            InterceptorGrammar.order, of: InterceptorGrammar.object, to: "\(order)", in: .named(later.id.span))
        return [.init("give '\(later.id.value)' the order \(order)", safe: false, change)]
    }

    // MARK: X007

    private func shadowedInterceptor(_ meeting: InterceptorMeeting) -> Diagnostic {
        let terminating = interceptors[meeting.first]
        let shadowed = interceptors[meeting.second]
        let isReject = if case .reject = terminating.action { true } else { false }
        let id = shadowed.id.value
        let other = terminating.id.value
        return Diagnostic(
            .eclipsedInterceptor, at: shadowed.id.span,
            "interceptor '\(id)' never runs: '\(other)' runs before it and \(isReject ? "rejects" : "redirects") every request that '\(id)' matches",
            // After a redirect, code may restart the chain, in which no interceptor runs twice.
            severity: isReject ? nil : .warning,
            notes: [.init("'\(other)' is here, with order \(terminating.order)", at: terminating.id.span)],
            witness: meeting.witness.text, witnessRemark: "ends at '\(other)'",
            help: "give '\(id)' an order below \(terminating.order), or make '\(other)' more specific")
    }
}

extension Interceptor {
    /// Then X008 is reported.
    fileprivate func doesTheSame(as other: Interceptor) -> Bool {
        guard case .use(let name) = action, case .use(let otherName) = other.action else { return false }
        return name.value == otherName.value && with?.canonicalText == other.with?.canonicalText
    }
}
