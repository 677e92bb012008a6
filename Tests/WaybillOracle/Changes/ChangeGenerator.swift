import WaybillProofs
import WaybillTable

/// Makes pairs of cases: the second is the first with a few realistic changes, and some unrealistic ones.
struct ChangeGenerator {
    var relations: RelationGenerator
    var mixed: OracleGenerator

    init(seed: UInt64) {
        relations = RelationGenerator(seed: seed)
        mixed = OracleGenerator(seed: seed &+ 1)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { relations.pick(elements) }
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &relations.random) < percent }

    /// - Parameter theme: `nil` for the oracle's own cases, which use every feature.
    mutating func makePair(_ theme: RelationSpace.Theme?) throws -> (old: ChangeCase, new: ChangeCase) {
        let routes = pick([1, 2, 3, 4, 6])
        let interceptors = pick([0, 1, 1, 2, 3])
        var old = ChangeCase(
            made: theme.map { relations.makeIntercepted($0, routes: routes, interceptors: interceptors) }
                ?? mixed.makeCase(routes: routes, interceptors: interceptors))
        for index in old.made.interceptors.indices {
            old.made.interceptors[index].rank = pick([0, 0, 1, 2])
            old.made.interceptors[index].isEverywhere = chance(30)
            if chance(30), let more = makePattern(theme) { old.made.interceptors[index].patterns.append(more) }
        }
        for definition in old.made.routes + old.made.interceptors {
            old.behaviors[definition.id] = makeBehavior(definition)
        }
        old.servesOtherMethods = chance(30)
        for tag in ["s", "t", nil] where chance(25) { old.fallbacks.append((tag, pick([20, 21]))) }
        old.made = try old.made.withoutConflicts()
        var new = old
        for _ in 0..<pick([0, 1, 1, 1, 2, 2, 3, 5]) { change(&new, theme) }
        new.made = try new.made.withoutConflicts()
        return (old, new)
    }

    private mutating func makePattern(_ theme: RelationSpace.Theme?) -> String? {
        let pattern = theme.map { relations.makePattern($0) } ?? mixed.makeDefinition("").patterns[0]
        return OraclePattern(pattern) == nil ? nil : pattern
    }

    private mutating func makeBehavior(_ definition: OracleCase.Definition) -> ChangeCase.Behavior {
        let names = definition.patterns.compactMap { OraclePattern($0) }.map { Set($0.captureNames) }
        let shared = names.dropFirst().reduce(names.first ?? []) { $0.intersection($1) }.sorted()
        switch pick([0, 0, 1, 2]) {
        case 0: return ChangeCase.Behavior(code: pick([0, 0, 1]), reads: .all)
        case 1: return ChangeCase.Behavior(code: pick([5, 5, 6]), reads: .nothing)
        default:
            // "rest" can only be the last.
            let read = shared.filter { $0 != "rest" && chance(70) } + shared.filter { $0 == "rest" }
            return ChangeCase.Behavior(code: pick([9, 10, 10, 11]), reads: .target(read))
        }
    }

    // MARK: Changes

    private mutating func change(_ made: inout ChangeCase, _ theme: RelationSpace.Theme?) {
        switch Int.random(in: 0..<20, using: &relations.random) {
        case 0..<9: change(&made, \.made.routes, theme)
        case 9..<17: change(&made, \.made.interceptors, theme)
        case 17 where chance(40): made.servesOtherMethods.toggle()
        case 17: made.fallbacks = [("s", 20), ("t", 21), (nil, 20)].filter { _ in chance(50) }
        case 18 where chance(50): made.made.settings.isCaseSensitive.toggle()
        case 18:
            made.made.settings.trailingSlash = made.made.settings.trailingSlash == .strict ? .ignore : .strict
        default: reorder(&made)
        }
    }

    /// Changes without effect: other ids, another order of definitions.
    private mutating func reorder(_ made: inout ChangeCase) {
        made.made.routes.reverse()
        guard let index = made.made.routes.indices.randomElement(using: &relations.random) else { return }
        let id = made.made.routes[index].id
        made.made.routes[index].id = "z" + id
        made.behaviors["z" + id] = made.behaviors[id]
    }

    private mutating func change(
        _ made: inout ChangeCase, _ list: WritableKeyPath<ChangeCase, [OracleCase.Definition]>,
        _ theme: RelationSpace.Theme?
    ) {
        guard let index = made[keyPath: list].indices.randomElement(using: &relations.random) else { return }
        var definition = made[keyPath: list][index]
        let known = definition.id
        switch Int.random(in: 0..<13, using: &relations.random) {
        case 0:
            made[keyPath: list].remove(at: index)
            return
        case 1:
            // A new one, sometimes with the id of the old one.
            definition.id = pick(["n", "r9", "i9"])
            if let pattern = makePattern(theme) { (definition.patterns, definition.constraints) = ([pattern], [:]) }
            guard !made[keyPath: list].contains(where: { $0.id == definition.id }) else { return }
            made.behaviors[definition.id] = makeBehavior(definition)
            made[keyPath: list].append(definition)
            return
        case 2, 3: if let pattern = makePattern(theme) { definition.patterns[0] = pattern }
        case 4: definition.patterns[0].replace(":x", with: pick([":y", "*", "a", ":x"]))
        case 5: definition.methods = pick([[], ["GET"], ["GET", "POST"], ["HEAD"], ["POST"]])
        case 6: definition.rank = pick([0, 1, 2, -1])
        case 7: definition.tags = pick([[], ["s"], ["t"], ["s", "t"]])
        case 8: definition.isEverywhere = list == \.made.interceptors && !definition.isEverywhere
        case 9: definition.constraints = definition.constraints.isEmpty ? ["x": pick([8, 11, 7])] : [:]
        case 10: made.behaviors[known] = makeBehavior(definition)
        case 11:
            definition.id = "m" + known
            made.behaviors[definition.id] = made.behaviors[known]
        default: if let pattern = makePattern(theme) { definition.patterns.insert(pattern, at: 0) }
        }
        guard made.made.entry(definition) != nil else { return }
        let names = definition.patterns.compactMap { OraclePattern($0) }.map { Set($0.captureNames) }
        definition.constraints = definition.constraints.filter { name, _ in
            name != "rest" && name != "r" && names.contains { $0.contains(name) }
        }
        if names.contains(where: { Set($0).count != $0.count }) { return }
        made[keyPath: list][index] = definition
        if case .target(let read) = made.behaviors[definition.id]?.reads {
            made.behaviors[definition.id]?.reads = .target(
                read.filter { name in names.allSatisfy { $0.contains(name) } })
        }
    }
}
