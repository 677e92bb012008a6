import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

/// The rows of a table, one for each pattern in the order of precedence, and their texts in a form that is fast to
/// search.
struct RouteIndex: Sendable {
    let places: [RoutePlace]
    private let ids: TextColumn
    private let urls: TextColumn
    private let targets: TextColumn

    init(_ set: ManifestSet, _ table: RoutingTable) {
        places = table.routesByPrecedence
        ids = TextColumn(places.lazy.map { set.routes[$0.route].id.value })
        urls = TextColumn(places.lazy.map { set.routes[$0.route].patterns[$0.pattern].text.value })
        targets = TextColumn(places.lazy.map { set.routes[$0.route].destination.summary })
    }

    /// Returns the numbers of the rows that fit a filter, in the order of precedence.
    ///
    /// - Parameter isRequested: Whether requests have reached a route; `nil` if they are not counted.
    /// - Throws: What is wrong with the filter.
    func rows(
        _ filter: RouteFilter, in inspected: InspectedSet, isRequested: ((Int) -> Bool)?
    ) throws(InspectorError) -> [Int] {
        var rows = Array(places.indices)
        for term in filter.terms {
            let fits = try test(of: term, inspected, isRequested)
            rows = rows.filter { fits($0) != term.isNegated }
        }
        return rows
    }

    private func test(
        of term: RouteFilter.Term, _ inspected: InspectedSet, _ isRequested: ((Int) -> Bool)?
    ) throws(InspectorError) -> (Int) -> Bool {
        let needle = Array(term.value.utf8).map(\.folded)
        switch term.field {
        case .id: return { ids.contains(needle, in: $0) }
        case .url: return { urls.contains(needle, in: $0) }
        case .handler: return { targets.contains(needle, in: $0) }
        case .file: return fileTest(needle, inspected)
        case .tag: return tagTest(needle, inspected)
        case .method: return methodTest(term.value.uppercased(), inspected)
        case .kind: return { inspected.set.routes[places[$0].route].destination.kind == term.value.lowercased() }
        case .interceptor: return interceptorTest(needle, inspected)
        case .unrequested: return try requestTest(term.value, isRequested)
        case nil:
            let (isOfFile, hasTag) = (fileTest(needle, inspected), tagTest(needle, inspected))
            return {
                ids.contains(needle, in: $0) || urls.contains(needle, in: $0) || targets.contains(needle, in: $0)
                    || isOfFile($0) || hasTag($0)
            }
        }
    }

    private func fileTest(_ needle: [UInt8], _ inspected: InspectedSet) -> (Int) -> Bool {
        let sources = inspected.compilation.sources
        let files = Set(sources.indices.filter { Array(sources[$0].path.utf8).contains(folded: needle) })
        return { files.contains(inspected.set.routes[places[$0].route].id.span.file) }
    }

    /// A whole tag, or else all tags that contain the text.
    private func tagTest(_ needle: [UInt8], _ inspected: InspectedSet) -> (Int) -> Bool {
        let routes = inspected.table.routes
        let tags = Self.names(like: needle, among: routes.reduce(into: []) { $0.formUnion($1.tags) })
        guard !tags.isEmpty else { return { _ in false } }
        return { !tags.isDisjoint(with: routes[places[$0].route].tags) }
    }

    private func methodTest(_ method: String, _ inspected: InspectedSet) -> (Int) -> Bool {
        {
            let methods = inspected.set.routes[places[$0].route].methods
            return methods.isEmpty || methods.contains { $0.value == method }
        }
    }

    private func interceptorTest(_ needle: [UInt8], _ inspected: InspectedSet) -> (Int) -> Bool {
        let interceptors = inspected.set.interceptors
        let names = Self.names(like: needle, among: Set(interceptors.map(\.id.value)))
        let numbers = interceptors.indices.filter { names.contains(interceptors[$0].id.value) }
        let chains = inspected.chains
        return { row in numbers.contains { chains.covers($0, places[row].route) } }
    }

    private func requestTest(
        _ value: String, _ isRequested: ((Int) -> Bool)?
    ) throws(InspectorError) -> (Int) -> Bool {
        guard let isRequested else { throw .badParameter("'unrequested:' needs a service that counts its requests") }
        guard ["yes", "no"].contains(value) else {
            throw .badParameter("'unrequested:' takes 'yes' or 'no', found '\(value)'")
        }
        return { isRequested(places[$0].route) == (value == "no") }
    }

    private static func names(like needle: [UInt8], among names: Set<String>) -> Set<String> {
        let whole = names.filter { $0.utf8.map(\.folded) == needle }
        return whole.isEmpty ? names.filter { Array($0.utf8).contains(folded: needle) } : whole
    }
}

/// The folded bytes of many texts.
private struct TextColumn: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int32] = []

    init(_ texts: some Sequence<String>) {
        for text in texts {
            bytes += text.utf8.lazy.map(\.folded)
            ends.append(Int32(clamping: bytes.count))
        }
    }

    func contains(_ needle: [UInt8], in row: Int) -> Bool {
        bytes[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])].containsExactly(needle)
    }
}

extension UInt8 {
    /// The byte in lower case, if it is a letter of ASCII.
    fileprivate var folded: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}

extension [UInt8] {
    fileprivate func contains(folded needle: [UInt8]) -> Bool { map(\.folded)[...].containsExactly(needle) }
}

extension ArraySlice<UInt8> {
    fileprivate func containsExactly(_ needle: [UInt8]) -> Bool {
        guard let first = needle.first else { return true }
        guard count >= needle.count else { return false }
        for start in startIndex...(endIndex - needle.count) where self[start] == first {
            if self[start..<(start + needle.count)].elementsEqual(needle) { return true }
        }
        return false
    }
}

extension Route.Destination {
    /// The word of the page: `handler`, `module`, `forward` or `redirect`.
    var kind: String {
        switch self {
        case .module: "module"
        case .handler: "handler"
        case .forward: "forward"
        case .redirect: "redirect"
        }
    }
}
