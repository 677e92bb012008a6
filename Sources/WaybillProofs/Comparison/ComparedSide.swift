import WaybillTable

/// One of the compared tables, with all servers numbered by precedence.
struct ComparedSide {
    let given: ComparedTable
    /// The routes by number. Fallbacks follow.
    let places: [RoutePlace]
    private let ranked: RankedDefinitions
    private let distinguishesSlashes: Bool

    init(_ given: ComparedTable, _ ranked: RankedDefinitions, distinguishesSlashes: Bool) {
        self.given = given
        self.distinguishesSlashes = distinguishesSlashes
        places = ranked.routeEntries
        self.ranked = ranked
    }

    var table: RoutingTable { given.table }
    var fallbacks: Range<Int> { places.count..<places.count + given.fallbacks.count }

    func number(of place: RoutePlace) -> Int { Int(ranked.number(of: place.route, place.pattern)) }

    /// Returns the server of a number, and its requests, as far as the server alone decides about them.
    func entry(_ number: Int) -> (server: TableChange.Server, requests: TableChange.Clause.Item) {
        guard number < places.count else {
            return (.fallback(number - places.count), .fallback(number - places.count))
        }
        let place = places[number]
        let own = given.routes.count - given.addedRoutes.count
        return place.route < own
            ? (.route(place), .route(place)) : (.otherMethods, .otherMethods(given.addedRoutes[place.route - own]))
    }

    /// Returns `nil` for a fallback.
    func pattern(_ number: Int) -> Pattern? { number < places.count ? table.pattern(at: places[number]) : nil }

    func effect(_ number: Int) -> ComparedTable.Effect {
        number < places.count
            ? given.routes[places[number].route]
            : ComparedTable.Effect(code: given.fallbacks[number - places.count].code, reads: .nothing)
    }

    /// Returns the effects of running interceptors on a set of requests.
    ///
    /// - Parameter length: The number of segments of the URLs, if it is known.
    func effects(
        of chain: [ChainElement], _ common: CommonParts, length: Int?
    ) -> [(ChainElement, InterceptorEffect)] {
        chain.map { element in
            let effect = given.interceptors[element.interceptor]
            let pattern = table.interceptors[element.interceptor].patterns[element.pattern]
            let pieces = effect.reads.pieces(of: pattern, table.settings, common, length: length)
            return (element, InterceptorEffect(code: effect.code, pieces: pieces))
        }
    }

    // MARK: Sets

    static let everything = try? Pattern("/**")

    func requests(
        of item: TableChange.Clause.Item, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        guard let (owner, index) = pattern(of: item) else {
            let all = try everything(views: views(of: item), &work)
            return switch item {
            case .length(let count): all.ending(after: count)
            case .slash: RequestSet(boxes: all.boxes.filter { $0.path.endsInSlash == true })
            case .route, .otherMethods, .interceptor, .fallback: all
            }
        }
        return try RequestSet(
            of: owner.patterns[index], owner.constraints, methods: methods(of: item), views: views(of: item),
            table.settings, distinguishesSlashes: distinguishesSlashes, &work)
    }

    /// Returns the owner and the index of an item that is a pattern; otherwise `nil`.
    func pattern(of item: TableChange.Clause.Item) -> (owner: any PatternOwner, index: Int)? {
        switch item {
        case .route(let place), .otherMethods(let place): (table.routes[place.route], place.pattern)
        case .interceptor(let index, let pattern): (table.interceptors[index], pattern)
        case .length, .slash, .fallback: nil
        }
    }

    private func everything(views: ViewSet, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        guard let pattern = Self.everything else { return RequestSet(boxes: []) }
        let settings = MatchSettings(trailingSlash: .ignore)
        let showsSlashes = distinguishesSlashes || table.settings.trailingSlash == .strict
        return try RequestSet(of: pattern, [:], views: views, settings, distinguishesSlashes: showsSlashes, &work)
    }

    func methods(of item: TableChange.Clause.Item) -> NameSet<String?> {
        switch item {
        case .route, .interceptor: pattern(of: item).map { NameSet(answeredBy: $0.owner.methods) } ?? .everything
        case .otherMethods, .length, .slash, .fallback: .everything
        }
    }

    func views(of item: TableChange.Clause.Item) -> ViewSet {
        switch item {
        case .route(let place), .otherMethods(let place): return ViewSet(seeing: table.routes[place.route].tags)
        case .interceptor(let index, _):
            let interceptor = table.interceptors[index]
            return interceptor.appliesEverywhere ? .all : ViewSet(seeing: interceptor.tags)
        case .length, .slash: return .all
        case .fallback(let index):
            let before = given.fallbacks.prefix(index).compactMap(\.tag)
            return ViewSet(with: given.fallbacks[index].tag, without: Set(before))
        }
    }

    // MARK: Questions

    /// Returns what serves a request, and which interceptors run before.
    func answer(_ url: RouteURL, _ method: String?, _ view: TagView) -> (number: Int, chain: [ChainElement]) {
        let scope = table.scope(method: method, view: view)
        let chain = table.interceptors(for: url, in: scope).map {
            ChainElement(of: table, $0.interceptor, pattern: $0.pattern)
        }
        guard let route = table.match(url, in: scope).route else {
            let fallback = given.fallbacks.firstIndex { $0.tag.map { view.tags?.contains($0) ?? false } ?? true }
            return (places.count + (fallback ?? 0), chain)
        }
        return (number(of: route), chain)
    }
}

extension RequestSet {
    fileprivate func ending(after count: Int) -> RequestSet {
        RequestSet(
            boxes: boxes.map { box in
                RequestBox(
                    head: box.head, path: box.path.ending(after: count), methods: box.methods, views: box.views)
            })
    }
}

/// An interceptor that runs, with the first of its patterns that matches.
struct ChainElement: Hashable {
    let interceptor: Int
    let pattern: Int
    /// The order of law 9.
    let order: Int
    let id: String

    init(of table: RoutingTable, _ interceptor: Int, pattern: Int) {
        self.interceptor = interceptor
        self.pattern = pattern
        order = table.interceptors[interceptor].order
        id = table.interceptors[interceptor].id
    }

    func runs(before other: ChainElement) -> Bool { (order, id.exact) < (other.order, other.id.exact) }
}
