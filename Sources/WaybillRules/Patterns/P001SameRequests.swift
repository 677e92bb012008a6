import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let sameRequests = Rule("P001", "same-requests", .error, .relations, [])
    public static let ambiguousOverlap = Rule("P002", "ambiguous-overlap", .error, .relations, [])
}

extension Check<RelationContext> {
    static let overlaps = Check(.sameRequests, .ambiguousOverlap, .duplicateID) { $0.set.checkOverlaps($0) }
}

extension ManifestSet {
    /// P001 and P002, each with an example request, and I001 for default ids that clash for another reason.
    fileprivate func checkOverlaps(_ context: RelationContext) -> [Diagnostic] {
        let conflicts = context.proofs.conflicts
        let certain = conflicts.filter { context.misread.isDisjoint(with: [$0.first.route, $0.second.route]) }
        let explained = Set(certain.flatMap { [$0.first.route, $0.second.route] })
        let isFixable = context.mayAskForFixes(of: certain.count)
        // A priority does not help a route that yet another route shadows.
        let dead = Set(context.proofs.problems.filter { $0.kind.isFatal }.map(\.place.route))
        let overlaps = Dictionary(
            conflicts.filter { !$0.isSame }.flatMap { [($0.first, 1), ($0.second, 1)] }, uniquingKeysWith: +)
        return conflicts.diagnostics { conflict in
            let isAlive = dead.isDisjoint(with: [conflict.first.route, conflict.second.route])
            let cause = conflict.isSame ? nil : commonCause(of: conflict, overlaps)
            return diagnostic(conflict, cause, context, isFixable: isFixable && isAlive)
                .needing(.route(conflict.first.route), .route(conflict.second.route))
        }
            + clashingIDs(except: explained)
    }

    /// Returns the pattern of an overlap that has others too, such as that of a route with a long list of methods.
    ///
    /// - Parameter overlaps: By pattern, how many overlaps it has.
    private func commonCause(of conflict: RouteConflict, _ overlaps: [RoutePlace: Int]) -> RoutePlace? {
        let places = [conflict.first, conflict.second].sorted { pattern($0).span < pattern($1).span }
        let counts = places.map { overlaps[$0, default: 0] }
        return counts == [1, 1] ? nil : places[counts[0] >= counts[1] ? 0 : 1]
    }

    /// - Parameters:
    ///   - cause: The pattern that has further overlaps, if one has.
    ///   - isFixable: Whether a fix is offered.
    private func diagnostic(
        _ conflict: RouteConflict, _ cause: RoutePlace?, _ context: RelationContext, isFixable: Bool
    ) -> Diagnostic {
        // The first one in the files counts as the existing one.
        let places = [conflict.first, conflict.second].sorted { pattern($0).span < pattern($1).span }
        let earlier = places[0]
        let later = places[1]
        let subject = name(earlier, and: later)
        var diagnostic = Diagnostic(
            conflict.isSame ? .sameRequests : .ambiguousOverlap, at: pattern(later).span,
            conflict.isSame
                ? "\(subject) match the same requests with the same precedence"
                : "\(subject) match some of the same requests with the same precedence, and neither is a part of the other",
            notes: [.init("'\(routes[earlier.route].id.value)' is here", at: pattern(earlier).span)],
            witness: RequestWitness(url: conflict.witness, method: conflict.method).text,
            witnessRemark: "matches both",
            help: help(with: conflict, earlier, later, context),
            fixes: isFixable
                ? raisingOne(of: cause == earlier ? later : earlier, cause ?? later, context) : [])
        if let cause {
            let name = routes[cause.route].id.value
            diagnostic.causeGroup = .init(cause: [cause.route, cause.pattern], wording: .with(name))
        }
        return diagnostic
    }

    private func help(
        with conflict: RouteConflict, _ earlier: RoutePlace, _ later: RoutePlace, _ context: RelationContext
    ) -> String {
        if earlier.route == later.route { return "remove one of the two patterns" }
        guard conflict.isSame else { return "give one of them a 'priority', or make its pattern more specific" }
        let differ = Self.helpWithEqualRoutes
        let tags = [earlier, later].map { Set(context.table.routes[$0.route].tags) }
        // A view with a tag that only one of them has shows only that one, whatever its priority.
        for (place, isAlone) in [(earlier, tags[1].subtracting(tags[0])), (later, tags[0].subtracting(tags[1]))] {
            guard let tag = isAlone.min() else { continue }
            let name = routes[place.route].id.value
            return "give '\(name)' a 'priority', then the other one serves only in the view '\(tag)'; or \(differ)"
        }
        return differ
    }

    /// A priority would make one of them unreachable.
    static let helpWithEqualRoutes = "remove one of them, or change its pattern, 'methods' or 'params'"

    private func name(_ earlier: RoutePlace, and later: RoutePlace) -> String {
        let first = routes[earlier.route]
        let second = routes[later.route]
        if earlier.route == later.route {
            return "'\(pattern(earlier).text.value)' and '\(pattern(later).text.value)' of route '\(second.id.value)'"
        }
        return first.patterns.count == 1 && second.patterns.count == 1
            ? "routes '\(first.id.value)' and '\(second.id.value)'" : "\(name(earlier)) and \(name(later))"
    }

    func pattern(_ place: RoutePlace) -> LocatedPattern {
        routes[place.route].patterns[place.pattern]
    }

    /// I001 for default ids that clash although the routes do not conflict, because of their constraints or priorities.
    private func clashingIDs(except explained: Set<Int>) -> [Diagnostic] {
        clashingDefaultIDs.filter { !explained.contains($0.route) || !explained.contains($0.first) }.map { clash in
            let id = routes[clash.route].id
            return Diagnostic(
                .duplicateID, at: id.span, "route id '\(id.value)' is used twice",
                notes: [.init("it is used here first", at: routes[clash.first].id.span)],
                help: "give the route its own 'id': the default id is the pattern")
        }
    }
}
