import WaybillTable

/// A set that was compiled without a finding, and what is needed to compile it again after some of its routes have become
/// others.
///
/// What depends on one route is done for those that have changed, and what depends on a route and its neighbours for them
/// and theirs; all else is done anew, for it costs little. Where any of that says something, or the change is about more
/// than routes, the set is compiled from the start: so the findings are always those of a whole compilation.
struct KnownSet: Sendable {
    private var set: ManifestSet
    private var readings: [FileReading]
    private var table: RoutingTable
    private var neighbours: RouteNeighbours
    /// What all but the routes meant.
    private let frame: TextHash

    init(_ set: ManifestSet, _ readings: [FileReading], _ table: RoutingTable, _ neighbours: RouteNeighbours) {
        (self.set, self.readings, self.table, self.neighbours) = (set, readings, table, neighbours)
        frame = set.frame
    }

    /// Compiles what the files say now.
    ///
    /// - Parameter reading: Without findings.
    /// - Returns: What a compilation from the start would return; `nil` where one has to be made. This is of no more use then.
    mutating func amend(_ reading: SetReading) -> Compilation? {
        guard reading.readings.count == readings.count else { return nil }
        let changed = readings.indices.filter { readings[$0] !== reading.readings[$0] }
        let gone = changed.flatMap { readings[$0].routes }
        let new = changed.flatMap { reading.readings[$0].routes }
        guard changed.count <= max(1, readings.count / Self.leastShare), let edit = RouteEdit(gone, new, in: set) else {
            return nil
        }
        let routes = set.routes.replacing(edit.change.removed, with: edit.change.added)
        let merged = MergedSet(reading.manifests, uses: reading.uses, routes: routes)
        let now = merged.set
        guard merged.diagnostics.isEmpty, now.frame == frame,
            now.check(merged.uses, brokenTexts: []).isEmpty, amendTable(edit.definitions(table, now)),
            now.checkAmended(table, merged.uses).isEmpty
        else { return nil }
        (set, readings) = (now, reading.readings)
        return Compilation(
            sources: reading.sources, set: now, diagnostics: [], passedOver: reading.passedOver,
            searchedFolders: reading.searchedFolders, table: table, digest: now.digest(merged.uses))
    }

    /// Beyond one file of so many the whole is compiled.
    private static let leastShare = 8

    /// Returns whether nothing is to be said of it.
    private mutating func amendTable(_ change: ListChange<RouteDefinition>) -> Bool {
        if change.isEmpty { return true }
        let isProven = neighbours.amend(
            removing: change.removed.map { table.routes[$0] }, adding: change.added.map(\.element),
            interceptors: table.interceptors)
        guard isProven, let amended = table.amended(by: change) else { return false }
        table = amended
        return true
    }
}

extension FileReading {
    fileprivate var routes: [Route] { manifest?.routes ?? [] }
}

extension ManifestSet {
    /// What is found about routes and all that leads to them, besides what neighbours do to each other.
    fileprivate func checkAmended(_ table: RoutingTable, _ uses: RouteUses) -> [Diagnostic] {
        let context = RelationContext(self, table, RouteProofs.none, besides: [], uses: uses, mayRepeatIDs: false)
        return checkMoves(context) + checkUses(context) + emptyFallbacks(context)
    }
}

/// Routes of a set that become others: the places of both, in the order of ids.
private struct RouteEdit {
    let change: ListChange<Route>

    /// - Returns: `nil` where two routes would have one id.
    init?(_ gone: [Route], _ new: [Route], in set: ManifestSet) {
        let removed = gone.map { set.place(of: $0.id.value) }.sorted()
        var scratch = ManifestSet()
        scratch.settings = set.settings
        scratch.routes = ChunkedArray(new)
        scratch.useSettingsForParams()
        let order = ContentRanks(of: Array(scratch.routes))
        if order.mayRepeatIDs { return nil }
        var (added, gap) = ([(place: Int, element: Route)](), 0)
        for index in order.order {
            let route = scratch.routes[index]
            let place = set.place(of: route.id.value)
            // Those before it that go, and those that come.
            while gap < removed.count, removed[gap] < place { gap += 1 }
            let isFree = place == set.routes.count || set.routes[place].id.value != route.id.value
            guard isFree || (gap < removed.count && removed[gap] == place) else { return nil }
            added.append((place - gap + added.count, route))
        }
        change = ListChange(removed: removed, added: added)
    }

    /// The same for a table's routes: those that say something else to it.
    func definitions(_ table: RoutingTable, _ now: ManifestSet) -> ListChange<RouteDefinition> {
        let tags = now.tagsByModule
        var removed = Dictionary(
            change.removed.map { (table.routes[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        var added: [(place: Int, element: RouteDefinition)] = []
        for (place, route) in change.added {
            let definition = route.definition(tags)
            if let old = removed[definition.id], table.routes[old] == definition {
                removed[definition.id] = nil
            } else {
                added.append((place, definition))
            }
        }
        return ListChange(removed: removed.values.sorted(), added: added)
    }
}

extension ManifestSet {
    /// Where the route of an id stands, or would stand: they are sorted by it.
    func place(of id: String) -> Int {
        routes.indices.partitioningIndex { routes[$0].id.value >= id }
    }
}
