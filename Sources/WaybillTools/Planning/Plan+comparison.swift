import WaybillManifest
public import WaybillProofs
public import WaybillRules
import WaybillSyntax
import WaybillTable

extension Plan {
    /// Compares two sets. Returns `nil` if one of them has errors and therefore no table.
    ///
    /// - Complexity: Depends on the difference: see `ComparedTable.comparison(with:within:)`.
    public init?(
        from old: Compilation, to new: Compilation, policy: PlanPolicy = PlanPolicy(),
        within limits: ProofLimits = .standard
    ) {
        guard let before = old.table, let after = new.table else { return nil }
        oldDigest = old.digest
        newDigest = new.digest
        guard old.digest != new.digest else { return }
        let builder = PlanBuilder(
            PlannedSet(old.set, old.sources), before, PlannedSet(new.set, new.sources), after)
        var codes = PlannedCodes()
        let found = codes.table(of: builder.old, before)
            .comparison(with: codes.table(of: builder.new, after), within: limits)
        changes = found.changes.map(builder.change).sorted { $0.isMoreSevere(than: $1) }
        undecided = found.undecided.map { pair in
            "whether requests go from \(builder.server(pair.old, .old).words) to \(builder.server(pair.new, .new).words)"
        }
        if !found.isComplete { undecided.append("which routes overlap, because there are too many") }
        problems = builder.problems(policy)
    }
}

extension PlannedChange {
    fileprivate func isMoreSevere(than other: PlannedChange) -> Bool {
        let own = effects.map(\.kind.rank)
        let others = other.effects.map(\.kind.rank)
        if own != others { return own.lexicographicallyPrecedes(others) }
        return (requests[0].pattern ?? "", requests[0].witness.url) < (
            other.requests[0].pattern ?? "", other.requests[0].witness.url
        )
    }
}

extension PlannedChange.Kind {
    /// The most severe kind has the lowest rank.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Puts a comparison into words.
struct PlanBuilder {
    let old: PlannedSet
    let new: PlannedSet
    let before: RoutedSet
    let after: RoutedSet
    /// Whether anything has a tag. Otherwise views are not mentioned.
    private let hasTags: Bool

    init(_ old: PlannedSet, _ before: RoutingTable, _ new: PlannedSet, _ after: RoutingTable) {
        self.old = old
        self.new = new
        self.before = RoutedSet(set: old.set, table: before)
        self.after = RoutedSet(set: new.set, table: after)
        hasTags = old.set.hasTags || new.set.hasTags
    }

    subscript(side: TableChange.Side) -> PlannedSet { side == .old ? old : new }

    func change(_ found: TableChange) -> PlannedChange {
        let followed = FollowedChange(found, from: old, before, to: new, after)
        let found = followed?.change ?? found
        let lost = (followed?.lost ?? found.lost).map { old.set.interceptors[$0] }
        let gained = (followed?.gained ?? found.gained).map { new.set.interceptors[$0] }
        let isIdle = followed.map { !$0.isServed } ?? servesNothing(found.new, .new)
        var effects =
            (followed.map { answerEffects(found, $0) } ?? servingEffects(found))
            + interceptorEffects(lost, gained, found.isReordered, isIdle: isIdle)
        // A request that nothing answers says so, whatever else it loses.
        if followed != nil, effects.contains(where: { $0.kind == .lost }) {
            effects.removeAll { $0.kind == .unusedInterceptorLost }
        }
        return PlannedChange(
            effects: effects.sorted { $0.kind.rank < $1.kind.rank },
            old: server(found.old, .old), new: server(found.new, .new), lostInterceptors: lost.map(\.id.value),
            gainedInterceptors: gained.map(\.id.value), isReordered: found.isReordered,
            requests: found.parts.map(requests), found: found, place: place(of: found))
    }

    /// Returns the place that an author would look at. What exists in the new set is shown there.
    private func place(of found: TableChange) -> PlannedChange.Place? {
        if found.ends == nil, found.movesDestination || found.changesParameters { return routePlace(of: found) }
        if let gained = found.gained.first { return place(new.set.interceptors[gained].changedSpan, .new) }
        guard let lost = found.lost.first.map({ old.set.interceptors[$0] }) else { return routePlace(of: found) }
        let kept = new.set.interceptors.first { $0.id.value == lost.id.value }
        return kept.map { place($0.changedSpan, .new) } ?? place(lost.id.span, .old)
    }

    private func routePlace(of found: TableChange) -> PlannedChange.Place? {
        guard let shown = found.new.place else {
            return found.old.place.map { place(old.set.routes[$0.route].patterns[$0.pattern].span, .old) }
        }
        let route = new.set.routes[shown.route]
        let isSame = found.old.place.map { old.set.routes[$0.route].id.value == route.id.value } ?? false
        let destination = isSame && !found.changesParameters ? route.destination.span : nil
        return place(destination ?? route.patterns[shown.pattern].span, .new)
    }

    private func place(_ span: SourceSpan, _ side: TableChange.Side) -> PlannedChange.Place {
        let source = self[side].sources[span.file]
        return .init(file: source.path, position: source.position(at: span.start), isOld: side == .old)
    }

    func server(_ server: TableChange.Server, _ side: TableChange.Side) -> PlannedChange.Server {
        switch server {
        case .route(let place):
            let route = self[side].set.routes[place.route]
            let source = self[side].sources[route.id.span.file]
            return .init(
                route: route.id.value, target: route.destination.summary, file: source.path,
                position: source.position(at: route.id.span.start))
        case .otherMethods: return .init(target: PlannedChange.Server.otherMethods)
        case .fallback(let index): return .init(target: self[side].fallbacks[index].name)
        }
    }

    private func servesNothing(_ server: TableChange.Server, _ side: TableChange.Side) -> Bool {
        switch server {
        case .route(let place): self[side].routes[place.route].target == .nothing
        case .otherMethods: true
        case .fallback(let index): self[side].fallbacks[index].effect.target == .nothing
        }
    }

    // MARK: Effects

    func servingEffects(_ found: TableChange) -> [PlannedChange.Effect] {
        guard found.movesDestination || found.changesParameters else { return [] }
        let from = server(found.old, .old)
        let to = server(found.new, .new)
        switch (found.old, found.new) {
        case (.route, .otherMethods):
            return [
                .init(
                    kind: .lost, text: "no longer has a route (was \(from.words)), only other methods of its URL do",
                    plural: "no longer have a route, only other methods of their URL do")
            ]
        case (.route, .fallback):
            let text = "no longer has a route (was \(from.words))"
            let plural = "no longer have a route"
            guard to.target != "nothing" else { return [.init(kind: .lost, text: text, plural: plural)] }
            let rest = ", so the fallback (\(to.target)) serves"
            return [.init(kind: .lost, text: "\(text)\(rest) it", plural: "\(plural)\(rest) them")]
        case (.fallback, .route), (.otherMethods, .route):
            return [.init(kind: .gained, text: "now goes to \(to.words)", plural: "now have a route")]
        case (.fallback, .fallback), (.otherMethods, .fallback), (.fallback, .otherMethods),
            (.otherMethods, .otherMethods):
            let text = "unmatched: \(Self.change(from.target, to.target))"
            return [.init(kind: .moved, text: text, plural: text)]
        case (.route(let one), .route(let other)): return routeEffects(found, one, other, from, to)
        }
    }

    private func routeEffects(
        _ found: TableChange, _ one: RoutePlace, _ other: RoutePlace, _ from: PlannedChange.Server,
        _ to: PlannedChange.Server
    ) -> [PlannedChange.Effect] {
        let before = old.routes[one.route]
        let after = new.routes[other.route]
        if found.changesParameters {
            let names = [pattern(one, .old), pattern(other, .new)].map { $0.captureNames.joined(separator: ", ") }
            let text =
                names[0] == names[1]
                ? "(\(names[0])), read from another place of the URL" : "(\(names[0])) -> (\(names[1]))"
            return [.init(kind: .parameters, text: "parameters: \(text)", plural: "change parameters: \(text)")]
        }
        guard before.isSameCode(as: after), !before.leadsElsewhere else {
            let text =
                from.words.exact == to.words.exact
                ? Self.change(from.target, to.target) : "\(from.words) -> \(to.words)"
            return [.init(kind: .moved, text: text, plural: "change destination")]
        }
        var effects: [PlannedChange.Effect] = []
        if let scope = before.scope, let now = after.scope, scope != now {
            let text = "\(to.target) was \(scope), is \(now)"
            effects.append(.init(kind: .lifetime, text: text, plural: "change lifetime: \(text)"))
        }
        let settings = settings(before, after)
        if !settings.isEmpty {
            let text = settings.joined(separator: "; ")
            effects.append(.init(kind: .reconfigured, text: text, plural: "are served differently: \(text)"))
        }
        return effects.isEmpty
            ? [.init(kind: .moved, text: Self.change(from.words, to.words), plural: "change destination")] : effects
    }

    /// A target that keeps its name is made or configured in another way.
    private static func change(_ from: String, _ to: String) -> String {
        if from.exact == to.exact { return "\(to), with other settings" }
        // On a screen the two look the same.
        return from == to ? "\(to), with other bytes (Unicode calls the two texts equivalent)" : "\(from) -> \(to)"
    }

    private func settings(_ before: RouteEffect, _ after: RouteEffect) -> [String] {
        func change(_ name: String, _ one: String?, _ other: String?) -> String? {
            one == other ? nil : "\(name): \(one ?? "none") -> \(other ?? "none")"
        }
        return [
            before.with == after.with ? nil : "other values in 'with'", change("lane", before.lane, after.lane),
            change("present", before.present, after.present),
            change("timeout", before.timeout.map { "\($0)" }, after.timeout.map { "\($0)" }),
        ].compactMap(\.self)
    }

    /// Combines a lost and a gained interceptor with the same id into a changed one.
    private func interceptorEffects(
        _ lost: [Interceptor], _ gained: [Interceptor], _ isReordered: Bool, isIdle: Bool
    ) -> [PlannedChange.Effect] {
        var effects: [PlannedChange.Effect] = []
        for interceptor in lost where !interceptor.isChanged(among: gained) {
            effects.append(
                .init(
                    kind: isIdle ? .unusedInterceptorLost : .interceptorLost, text: "loses \(interceptor.words)",
                    plural: "lose \(interceptor.words)")
            )
        }
        for interceptor in gained {
            if interceptor.isChanged(among: lost) {
                let text = "'\(interceptor.id.value)' runs with other values"
                effects.append(.init(kind: .interceptorChanged, text: text, plural: "see \(text)"))
            } else {
                let words = interceptor.words
                effects.append(.init(kind: .interceptorGained, text: "gains \(words)", plural: "gain \(words)"))
            }
        }
        if isReordered {
            let text = "interceptors in another order"
            effects.append(.init(kind: .reordered, text: text, plural: "run \(text)"))
        }
        return effects
    }

    // MARK: Requests

    private func pattern(_ place: RoutePlace, _ side: TableChange.Side) -> Pattern {
        self[side].set.routes[place.route].patterns[place.pattern].pattern
    }

    private func requests(_ part: TableChange.Part) -> PlannedChange.Requests {
        let patterns = part.patterns.map(text)
        let names = part.methods.names.compactMap(\.self).sorted()
        let isComplement = part.methods.isComplement
        // HEAD comes with GET (law 4).
        let bringsHead = !isComplement && names.contains("GET")
        let lacksHead = bringsHead && !names.contains("HEAD")
        return .init(
            pattern: patterns.first, within: patterns.dropFirst().uniqued(),
            exceptions: part.exceptions.map { exception($0, of: part) }.uniqued(),
            methods: isComplement ? nil : names.filter { !bringsHead || $0 != "HEAD" },
            withoutMethods: isComplement ? names : lacksHead ? ["HEAD"] : [],
            views: part.views, viewWords: part.views.isPlain && !hasTags ? "" : part.views.words,
            witness: part.witness.request, tags: part.witness.view.tags?.sorted())
    }

    private func exception(_ found: TableChange.Exception, of part: TableChange.Part) -> PlannedChange.Exception {
        let methods = methods(of: found.clause).sorted()
        let pattern = text(found.clause)
        let place = part.views.subtracting(found.views).isEmpty ? "" : found.views.words
        return .init(
            pattern: pattern, methods: methods.isEmpty ? nil : methods, views: found.views,
            words: (methods.isEmpty ? "" : methods.joined(separator: ",") + " ") + pattern + place)
    }

    private func methods(of clause: TableChange.Clause) -> [String] {
        switch clause.item {
        case .route(let place): self[clause.side].set.routes[place.route].methods.map(\.value)
        case .interceptor(let index, _): self[clause.side].set.interceptors[index].methods.map(\.value)
        case .otherMethods, .length, .slash, .fallback: []
        }
    }

    private func text(_ clause: TableChange.Clause) -> String {
        let set = self[clause.side].set
        switch clause.item {
        case .route(let place), .otherMethods(let place):
            let route = set.routes[place.route]
            return route.patterns[place.pattern].text.value + route.constrained.words + settings(clause.side)
        case .interceptor(let index, let place):
            let interceptor = set.interceptors[index]
            return interceptor.patterns[place].text.value + interceptor.constrained.words + settings(clause.side)
        case .length(let count): return "URLs of \(counted(count, "segment"))"
        case .slash: return "URLs with a '/' at the end"
        case .fallback: return "requests without a route"
        }
    }

    /// Describes the settings of a pattern, if the sets have different settings.
    private func settings(_ side: TableChange.Side) -> String {
        guard old.set.settings != new.set.settings else { return "" }
        return side == .old ? " (old settings)" : " (new settings)"
    }
}

extension PlannedChange.Server {
    /// The target where routes have the URL, but none has the method, and no fallback serves it.
    static let otherMethods = "nothing (other methods only)"

    var words: String {
        route ?? (["nothing", Self.otherMethods].contains(target) ? target : "the fallback (\(target))")
    }
}

extension RouteEffect {
    /// Whether the same code serves, so that only settings may differ.
    fileprivate func isSameCode(as other: RouteEffect) -> Bool {
        target == other.target && (instance == other.instance || scope != other.scope)
    }
}

extension Route.Destination {
    /// The place of the name or the target.
    fileprivate var span: SourceSpan? { module?.span ?? handler?.span ?? target?.text.span }
}

extension Interceptor {
    /// The place of its first pattern, which decides for which requests it runs.
    fileprivate var changedSpan: SourceSpan { patterns.first?.span ?? id.span }

    /// `'require-login'`, or `'guard' (use login)` if the code has another name.
    fileprivate var words: String {
        if case .use(let name) = action, name.value != id.value { return "'\(id.value)' (use \(name.value))" }
        return "'\(id.value)'"
    }
}

extension [Constrained] {
    /// The constraints, such as ` (id: int)`.
    fileprivate var words: String {
        if isEmpty { return "" }
        return " (\(map { "\($0.name.value): \($0.constraint.summary)" }.sorted().joined(separator: ", ")))"
    }
}

extension ManifestSet {
    fileprivate var hasTags: Bool {
        routes.contains { !$0.tags.isEmpty } || interceptors.contains { !$0.tags.isEmpty }
            || modules.contains { !$0.tags.isEmpty } || fallback?.byTag.isEmpty == false
    }
}
