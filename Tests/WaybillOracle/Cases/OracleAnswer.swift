import WaybillTable

/// The answer of the table or of the law about a request, for comparison with the other.
struct OracleAnswer: Equatable {
    /// A route or an interceptor with its captured values; bytes, because `String` treats different spellings as equal.
    struct Hit: Equatable {
        var id: String
        var names: [String]
        var values: [OracleText.Bytes]
    }

    /// More than one route is an unreported conflict.
    var routes: [Hit] = []
    var running: [Hit] = []
    /// The remaining answers are only computed on request.
    var everywhere: [Hit] = []
    var allowed: [String] = []
}

extension OracleAnswer {
    init(of table: RoutingTable, to url: RouteURL, method: String?, view: Set<String>?, isWhole: Bool = true) {
        let tags = view.map(TagView.init) ?? .everything
        routes =
            table.route(for: url, method: method, in: tags).map {
                [Hit(id: table.routes[$0.route].id, $0.captures)]
            } ?? []
        let running = table.interceptors(for: url, method: method, in: tags)
        self.running = running.map { Hit(id: table.interceptors[$0.interceptor].id, $0.captures) }
        // Both ways to ask agree; otherwise an impossible id marks the difference.
        if table.match(url, in: table.scope(method: method, view: tags)).interceptors != running.map(\.interceptor) {
            self.running.append(Hit(id: "match finds other interceptors", Captures()))
        }
        guard isWhole else { return }
        everywhere = table.interceptors(for: url, in: table.everywhereScope(method: method)).map {
            Hit(id: table.interceptors[$0.interceptor].id, $0.captures)
        }
        allowed = table.allowedMethods(for: url, in: tags)
    }

    init(of oracle: Oracle, to url: OracleURL, method: String?, view: Set<String>?, isWhole: Bool = true) {
        let matches = oracle.matches(url)
        routes = oracle.served(matches, method: method, view: view).map(Hit.init)
        running = oracle.running(matches, method: method, view: view).map(Hit.init)
        guard isWhole else { return }
        everywhere = oracle.everywhere(matches, method: method).map(Hit.init)
        allowed = oracle.allowed(matches, view: view)
    }
}

extension OracleAnswer.Hit {
    /// Reads each value by its name and from the dictionary. If the two differ, an impossible value marks it.
    fileprivate init(id: String, _ captures: Captures) {
        let names = captures.names
        let all = captures.asDictionary
        (self.id, self.names) = (id, names)
        values = names.map { name in
            let (value, same) = (captures[name].map { Array($0.utf8) }, all[name].map { Array($0.utf8) })
            return value == same && all.count == names.count ? value ?? [0] : [0]
        }
    }

    fileprivate init(_ match: Oracle.Match) {
        (id, names, values) = (match.entry.id, match.pattern.captureNames, match.values)
    }
}

extension OracleAnswer: CustomStringConvertible {
    var description: String {
        let hits = [routes, running, everywhere].map { $0.map(\.description).joined(separator: ", ") }
        return (hits + [allowed.joined(separator: " ")]).joined(separator: " | ")
    }
}

extension OracleAnswer.Hit: CustomStringConvertible {
    var description: String {
        let pairs = zip(names, values).map { "\($0)=\($1.isEmpty ? "''" : String(decoding: $1, as: UTF8.self))" }
        return ([id] + pairs).joined(separator: " ")
    }
}

extension OracleCase {
    /// The table's answer on one line: routes | interceptors | those that apply everywhere | allowed methods.
    static func answer(of table: RoutingTable, to request: Request) -> String {
        guard let url = try? RouteURL(request.url) else { return "invalid" }
        return OracleAnswer(of: table, to: url, method: request.method, view: request.view).description
    }

    /// The law's answer on one line.
    static func answer(of oracle: Oracle, to request: Request) -> String {
        guard let url = OracleURL(request.url) else { return "invalid" }
        return OracleAnswer(of: oracle, to: url, method: request.method, view: request.view).description
    }
}
