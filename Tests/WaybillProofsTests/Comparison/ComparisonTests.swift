import Dispatch
import Foundation
import Synchronization
import Testing
import WaybillProofs
import WaybillTable

@Suite("Comparing tables")
struct ComparisonTests {
    /// One entry of a table: a pattern, its behavior, and the captures that it reads.
    private struct Line {
        var pattern: String
        var code: Int
        var target: String?
        var methods: [String] = []
        var tags: Set<String> = []
        var order = 0
        var reads = true
        var ends = false
    }

    private static func table(_ routes: [Line], _ gates: [(id: String, line: Line)] = []) throws -> ComparedTable {
        func effect(_ line: Line) throws -> ComparedTable.Effect {
            if let target = line.target {
                return .init(code: line.code, reads: .target(try URLTemplate(target)), isTerminating: line.ends)
            }
            return .init(code: line.code, reads: line.reads ? .all : .nothing, isTerminating: line.ends)
        }
        return ComparedTable(
            RoutingTable(
                routes: try routes.map { line in
                    RouteDefinition(
                        id: "r\(line.pattern)", patterns: [try Pattern(line.pattern)], methods: line.methods,
                        tags: line.tags)
                },
                interceptors: try gates.map { id, line in
                    InterceptorDefinition(
                        id: id, patterns: [try Pattern(line.pattern)], methods: line.methods, order: line.order,
                        tags: line.tags)
                }), routes: try routes.map(effect), interceptors: try gates.map { try effect($0.line) })
    }

    /// One line for each part of each class.
    private static func changes(_ old: ComparedTable, _ new: ComparedTable) -> [String] {
        let found = old.comparison(with: new)
        #expect(found.undecided.isEmpty && found.isComplete)
        return found.changes.flatMap { change in
            change.parts.map { part in
                let words = [
                    change.movesDestination ? "moves" : nil, change.changesParameters ? "parameters" : nil,
                    change.lost.isEmpty ? nil : "-\(change.lost)", change.gained.isEmpty ? nil : "+\(change.gained)",
                    change.isReordered ? "order" : nil,
                ]
                let tags = part.witness.view.tags.map { " \($0.sorted())" } ?? ""
                let request = "\(part.witness.request.method ?? "-") \(part.witness.request.url)\(tags)"
                return (words.compactMap(\.self) + [request]).joined(separator: " ")
            }
        }
    }

    @Test("What an interceptor ends on both sides does not change, neither later interceptors nor routes")
    func ended() throws {
        let route = Line(pattern: "/a/:x", code: 1)
        let stop: (id: String, line: Line) = ("stop", Line(pattern: "/a/b", code: 5, order: 1, ends: true))
        let log: (id: String, line: Line) = ("log", Line(pattern: "/a/**", code: 6, order: 2))
        let early: (id: String, line: Line) = ("early", Line(pattern: "/a/b", code: 7))
        let before = try Self.table([route], [stop, log, early])
        let unlogged = try Self.table([route], [stop, early])
        #expect(Self.changes(before, unlogged) == ["-[1] GET /a/1", "-[1] GET /a"])
        #expect(Self.changes(before, try Self.table([route], [stop, log])) == ["-[2] GET /a/b"])
        let moved = try Self.table([Line(pattern: "/a/:x", code: 2)], [stop, log, early])
        #expect(Self.changes(before, moved) == ["moves GET /a/1"])
        let only = try Self.table([Line(pattern: "/a/b", code: 1)], [stop, log, early])
        let other = try Self.table([Line(pattern: "/a/b", code: 2)], [stop, early])
        #expect(Self.changes(only, other) == ["-[1] GET /a"])
        #expect(
            Self.changes(only, try Self.table([Line(pattern: "/a/b", code: 1)], [log, early]))
                == ["moves -[0] +[0] GET /a/b"])
    }

    @Test("An interceptor that ends requests as a later one does changes nothing where both match")
    func endedAlike() throws {
        let route = Line(pattern: "/a/:x", code: 1)
        let late = Line(pattern: "/a/**", code: 5, order: 2, reads: false, ends: true)
        let before = try Self.table([route], [("late", late)])
        func after(_ code: Int) throws -> ComparedTable {
            let early = Line(pattern: "/a/b", code: code, order: 1, reads: false, ends: true)
            return try Self.table([route], [("late", late), ("early", early)])
        }
        #expect(Self.changes(before, try after(5)) == [])
        #expect(Self.changes(try after(5), before) == [])
        #expect(Self.changes(before, try after(6)) == ["moves -[0] +[1] GET /a/b"])
    }

    @Test("An interceptor that ends requests earlier takes those in between from them, whatever else is lost")
    func endedEarlier() throws {
        let route = Line(pattern: "/a/:x", code: 1)
        func gates(_ order: Int) -> [(id: String, line: Line)] {
            [
                ("end", Line(pattern: "/a/b", code: 6, order: order, ends: true)),
                ("kept", Line(pattern: "/a/b", code: 2)), ("lost", Line(pattern: "/a/b", code: 3)),
            ]
        }
        let before = try Self.table([route], gates(1))
        #expect(Self.changes(before, try Self.table([route], gates(-1).dropLast())) == ["-[1, 2] GET /a/b"])
    }

    @Test("An unchanged interceptor may end requests before one that took another's place")
    func endedBetween() throws {
        let route = Line(pattern: "/a/:x", code: 1)
        let end: (id: String, line: Line) = ("m", Line(pattern: "/a/b", code: 5, order: 0, reads: false, ends: true))
        func named(_ name: String, _ lines: [(id: String, line: Line)]) throws -> ComparedTable {
            try Self.table([route], [end, (name, Line(pattern: "/a/b", code: 2))] + lines)
        }
        let before = try named("early", [("gone", Line(pattern: "/a/b", code: 3))])
        #expect(Self.changes(before, try named("zlate", [])) == ["-[1, 2] GET /a/b"])
    }

    @Test("The same table in another order is the same")
    func same() throws {
        let routes = [Line(pattern: "/a/:x", code: 1), Line(pattern: "/b", code: 2), Line(pattern: "/**", code: 3)]
        #expect(Self.changes(try Self.table(routes), try Self.table(routes.reversed())).isEmpty)
    }

    @Test("A change that adds thousands of interceptors is compared on the small stack of a thread, or undecided")
    func manyInterceptors() throws {
        let gates = (0..<3_000).map { (id: "i\($0)", line: Line(pattern: "/**", code: $0 + 10)) }
        let old = try Self.table([Line(pattern: "/**", code: 1)])
        let new = try Self.table([Line(pattern: "/**", code: 1)], gates)
        let found = Mutex<TableComparison?>(nil)
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            found.withLock { $0 = old.comparison(with: new) }
            end.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        end.wait()
        let comparison = try #require(found.withLock { $0 })
        #expect(comparison.changes.map(\.gained.count) == [3_000] || !comparison.undecided.isEmpty)
        let few = try Self.table([Line(pattern: "/**", code: 1)], Array(gates.prefix(500)))
        #expect(old.comparison(with: few).changes.map(\.gained.count) == [500])
    }

    @Test("Patterns that look the same but have other bytes are different")
    func spellings() throws {
        let composed = try Self.table([Line(pattern: "/caf\u{E9}", code: 1)])
        let decomposed = try Self.table([Line(pattern: "/cafe\u{301}", code: 1)])
        #expect(!composed.comparison(with: decomposed).changes.isEmpty)
        #expect(Self.changes(composed, composed).isEmpty)
    }

    @Test("A route that is split in two, or added after a wider one with the same effect, changes nothing")
    func split() throws {
        let old = try Self.table([Line(pattern: "/a/:x", code: 1, reads: false)])
        let new = try Self.table([
            Line(pattern: "/a/b", code: 1, reads: false), Line(pattern: "/a/c:x", code: 1, reads: false),
            Line(pattern: "/a/:x", code: 1, reads: false),
        ])
        #expect(Self.changes(old, new).isEmpty)
        #expect(Self.changes(new, old).isEmpty)
    }

    @Test("A name matters if code may read it, but not if only a target uses it")
    func names() throws {
        let handler = try Self.table([Line(pattern: "/a/:x", code: 1)])
        #expect(Self.changes(handler, try Self.table([Line(pattern: "/a/:y", code: 1)])) == ["parameters GET /a/1"])
        let redirect = try Self.table([Line(pattern: "/a/:x", code: 1, target: "/b/:x")])
        let renamed = try Self.table([Line(pattern: "/a/:y", code: 1, target: "/b/:y")])
        #expect(Self.changes(redirect, renamed).isEmpty)
        let swapped = try Self.table([Line(pattern: "/a/:y", code: 1, target: "/c/:y")])
        #expect(Self.changes(redirect, swapped) == ["moves GET /a/1"])
    }

    @Test("A capture that becomes a catch-all changes requests for which the catch-all captures more")
    func catchAll() throws {
        let old = try Self.table([Line(pattern: "/a/:x", code: 1), Line(pattern: "/**", code: 2, reads: false)])
        let new = try Self.table([Line(pattern: "/a/**x", code: 1), Line(pattern: "/**", code: 2, reads: false)])
        let changes = Self.changes(old, new)
        #expect(changes.count == 1)
        #expect(changes.first?.hasPrefix("moves GET /a") == true)
        let wider = try Self.table([Line(pattern: "/a/:x/**", code: 1)])
        #expect(Self.changes(wider, try Self.table([Line(pattern: "/a/**x", code: 1)])).count == 2)
    }

    @Test("Redirects that are merged into one pattern lead to the same targets")
    func gathered() throws {
        let old = try Self.table([
            Line(pattern: "/old/a", code: 1, target: "/new/a"), Line(pattern: "/old/b", code: 1, target: "/else"),
        ])
        let new = try Self.table([Line(pattern: "/old/:x", code: 1, target: "/new/:x")])
        #expect(Self.changes(old, new) == ["moves GET /old/b", "moves GET /old/1"])
    }

    @Test("HEAD follows GET until a route names it")
    func head() throws {
        let old = try Self.table([Line(pattern: "/a", code: 1, methods: ["GET"])])
        let new = try Self.table([
            Line(pattern: "/a", code: 1, methods: ["GET"]), Line(pattern: "/:x", code: 2, methods: ["HEAD"]),
        ])
        #expect(Self.changes(old, new) == ["moves HEAD /1"])
        let named = try Self.table([
            Line(pattern: "/a", code: 1, methods: ["GET"]), Line(pattern: "/a", code: 2, methods: ["HEAD"]),
        ])
        #expect(Self.changes(old, named) == ["moves HEAD /a"])
    }

    @Test("A tag changes only views")
    func tags() throws {
        let old = try Self.table([Line(pattern: "/a", code: 1, tags: ["s", "t"])])
        let new = try Self.table([Line(pattern: "/a", code: 1, tags: ["t"])])
        #expect(Self.changes(old, new) == [#"moves GET /a ["s"]"#])
    }

    @Test("An interceptor with a new order changes the requests for which another one runs in between")
    func order() throws {
        let route = [Line(pattern: "/:x", code: 1), Line(pattern: "/:x/b", code: 1)]
        func gates(_ order: Int) -> [(id: String, line: Line)] {
            [
                ("auth", Line(pattern: "/**", code: 2, order: order)),
                ("log", Line(pattern: "/:x/**", code: 3, order: 5)),
                ("rare", Line(pattern: "/*/b", code: 4, order: 7)),
            ].map { ($0, Line(pattern: $1.pattern, code: $1.code, order: $1.order, reads: false)) }
        }
        let old = try Self.table(route, gates(1))
        #expect(Self.changes(old, try Self.table(route, gates(2))).isEmpty)
        let later = Self.changes(old, try Self.table(route, gates(6)))
        #expect(later.contains("order GET /1") && later.allSatisfy { $0.hasPrefix("order") })
        let between = Self.changes(try Self.table(route, gates(6)), try Self.table(route, gates(8)))
        #expect(between == ["order GET /1/b"])
    }

    @Test("The end of a budget is reported")
    func budget() throws {
        let old = try Self.table([Line(pattern: "/a:x", code: 1)])
        let new = try Self.table([Line(pattern: "/:xb", code: 1)])
        let found = old.comparison(with: new, within: ProofLimits(relation: 3, relations: 10))
        #expect(found.changes.isEmpty)
        #expect(!found.undecided.isEmpty)
    }
}
