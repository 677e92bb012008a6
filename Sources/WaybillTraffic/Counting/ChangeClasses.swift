import WaybillManifest
import WaybillProofs
import WaybillTable
import WaybillTools

/// Finds the class of a plan that a request belongs to, by the servers of both tables and by the patterns of the class.
struct ChangeClasses: Sendable {
    /// A part of a class.
    private struct Part {
        var part: TableChange.Part
        /// Its number among the parts of all classes.
        var number: Int
    }

    /// The servers of a request in both tables.
    struct Servers: Hashable {
        var old: TableChange.Server
        var new: TableChange.Server
    }

    let old: TrafficSubject
    let new: TrafficSubject
    private let parts: [Servers: [Part]]
    let partCount: Int
    let shapes: PathShapes
    /// Whether a part is decided by servers, interceptors, method, length and slash, so that it can be remembered.
    let canRemember: Bool

    init(_ plan: Plan, _ old: TrafficSubject, _ new: TrafficSubject) {
        self.old = old
        self.new = new
        var count = 0
        var parts: [Servers: [Part]] = [:]
        for change in plan.changes.map(\.found) {
            let servers = Servers(old: change.old, new: change.new)
            for part in change.parts {
                // Logs have plain opens only.
                if part.views.isPlain { parts[servers, default: []].append(Part(part: part, number: count)) }
                count += 1
            }
        }
        self.parts = parts
        partCount = count
        shapes = PathShapes(of: [old.table, new.table])
        canRemember = [old, new].allSatisfy { $0.table.interceptors.allSatisfy { $0.patterns.count == 1 } }
    }

    /// Whether a class has these servers.
    @inline(__always)
    func mayChange(_ servers: Servers) -> Bool { parts[servers] != nil }

    /// Returns the number of the part that a request belongs to; `nil` if it does not change.
    func part(of url: RouteURL, _ servers: Servers, method: String) -> Int? {
        parts[servers]?.first { contains($0.part, url, method) }?.number
    }

    /// Returns the part of a request that may have any servers.
    func part(of url: RouteURL, method: String) -> Int? {
        func server(_ subject: TrafficSubject) -> TableChange.Server {
            let match = subject.table.route(for: url, method: method)
            return subject.server(of: url, route: match.map { RoutePlace(route: $0.route, pattern: $0.pattern) })
        }
        return part(of: url, Servers(old: server(old), new: server(new)), method: method)
    }

    private func contains(_ part: TableChange.Part, _ url: RouteURL, _ method: String) -> Bool {
        part.methods.contains(method) && part.patterns.allSatisfy { has(url, $0) }
            && !part.exceptions.contains {
                $0.views.isPlain && $0.methods.contains(method) && has(url, $0.clause)
            }
    }

    private func has(_ url: RouteURL, _ clause: TableChange.Clause) -> Bool {
        let table = clause.side == .old ? old.table : new.table
        return switch clause.item {
        case .route(let place), .otherMethods(let place): table.hasURL(url, at: place)
        case .interceptor(let index, let pattern): table.hasURL(url, ofInterceptor: index, pattern: pattern)
        case .length(let count): url.segments.count == count
        case .slash: url.hasTrailingSlash
        case .fallback: true
        }
    }
}
