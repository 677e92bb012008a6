import Testing

@testable import WaybillOracle
@testable import WaybillTable

/// What a table that was made from another one has to say is what one compiled from the start says.
@Suite("Tables that are amended")
struct TableAmendingTests {
    @Test("answer as if compiled from the start, change after change", arguments: OracleFamily.allCases)
    func agreement(family: OracleFamily) throws {
        var generator = OracleGenerator(seed: 11)
        var amendments = 0
        for _ in 0..<4 {
            let made = try generator.makeTrial(of: family).made
            let whole = try made.table()
            var current = whole
            for _ in 0..<8 {
                let routes = generator.changed(Array(current.routes), of: Array(whole.routes))
                let expected = RoutingTable(
                    settings: whole.settings, routes: routes, interceptors: whole.interceptors)
                let change = ListChange(from: Array(current.routes), to: routes)
                guard let amended = current.amended(by: change) else {
                    // Too much would be left over without use.
                    current = expected
                    continue
                }
                amendments += 1
                #expect(Array(amended.routes) == routes)
                #expect(amended.routeEntries == expected.routeEntries)
                #expect(amended.routeTree._checkInvariants() == [])
                for _ in 0..<30 {
                    let request = generator.makeRequest(of: family, for: made)
                    #expect(request.answer(of: amended) == request.answer(of: expected), "\(request)")
                }
                current = amended
            }
        }
        #expect(amendments >= 24)
    }

    @Test("carry nothing along that is of no use: in the end they are compiled from the start")
    func wear() throws {
        let pattern = try Pattern("/a/:id")
        var table = RoutingTable(routes: [RouteDefinition(id: "r", patterns: [pattern], tags: ["0"])])
        var refusals = 0
        for number in 1...200 {
            let next = RouteDefinition(id: "r", patterns: [pattern], tags: ["\(number)"])
            if let amended = table.amended(by: ListChange(removed: [0], added: [(0, next)])) {
                table = amended
            } else {
                refusals += 1
                table = RoutingTable(routes: [next])
            }
            #expect(table.audiences.all.count <= 70)
        }
        #expect(refusals > 0)
    }

    @Test("have no more than a few nodes that no pattern needs any more")
    func unusedNodes() throws {
        var table = RoutingTable(routes: [])
        var mostNodes = 0
        for number in 1...400 {
            let next = RouteDefinition(id: "r", patterns: [try Pattern("/a/b\(number)/c/:f.d\(number)/:e")])
            let change = ListChange(removed: Array(table.routes.indices), added: [(0, next)])
            table = table.amended(by: change) ?? RoutingTable(routes: [next])
            #expect(table.routeTree._checkInvariants() == [])
            mostNodes = max(mostNodes, table.routeTree.nodes.count)
        }
        #expect((60...120).contains(mostNodes))
    }

    @Test("a list becomes another one by what is removed and added, wherever that is")
    func lists() {
        var random = SplitMix(seed: 5)
        for _ in 0..<300 {
            let old = (0..<12).filter { _ in Bool.random(using: &random) }
            let new = (0..<12).filter { _ in Bool.random(using: &random) }
            let change = ListChange(from: old, to: new)
            #expect(change.places(of: old.count) == old.map { new.firstIndex(of: $0) })
        }
    }
}

extension OracleGenerator {
    /// Some of the present routes, some others of a whole list, and some that have changed: in the order of that list.
    fileprivate mutating func changed(_ present: [RouteDefinition], of whole: [RouteDefinition]) -> [RouteDefinition] {
        var routes: [RouteDefinition] = []
        for original in whole {
            let known = present.first { $0.id == original.id }
            switch Int.random(in: 0..<10, using: &random) {
            case 0: continue
            case 1:
                var other = original
                other.tags = ["s", "z"]
                routes.append(other)
            case 2:
                var other = original
                other.priority += 1
                other.methods = ["GET"]
                routes.append(other)
            case 3: routes.append(original)
            default: if let known { routes.append(known) }
            }
        }
        return routes
    }
}

extension ListChange where Element: Equatable {
    /// From one list to another, in which what is in both stands in the same order.
    fileprivate init(from old: [Element], to new: [Element]) {
        self.init(
            removed: old.indices.filter { !new.contains(old[$0]) },
            added: new.indices.filter { !old.contains(new[$0]) }.map { ($0, new[$0]) })
    }
}

extension OracleCase.Request {
    /// By the parsed URL and by the bytes: both ways through the table.
    fileprivate func answer(of table: RoutingTable) -> [String] {
        let scope = table.scope(method: method, view: view.map { TagView($0) } ?? .everything)
        var lookup = Lookup()
        table.find(Array(url.utf8).span, in: scope, &lookup)
        var lines = ["\(lookup.route ?? -1) \(lookup.route == nil ? 0 : lookup.pattern) \(lookup.isInvalid)"]
        lines += (0..<(lookup.route == nil ? 0 : lookup.captureCount)).map { "\(lookup.capture(at: $0))" }
        lines += (0..<lookup.interceptorCount).map { "\(lookup.interceptor(at: $0))" }
        guard let parsed = try? RouteURL(url) else { return lines }
        let match = table.match(parsed, in: scope)
        lines.append(
            "\(match.route?.route ?? -1) \(match.route?.captures.asDictionary.sorted { $0.key < $1.key } ?? [])")
        return lines + match.interceptors.map { "\($0.interceptor) \($0.pattern)" }
    }
}
