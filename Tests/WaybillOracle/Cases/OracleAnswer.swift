import WaybillTable

/// What one of the two sides says about a request, so that the other's answer can be compared with it.
struct OracleAnswer: Equatable {
    /// A route or an interceptor with what its pattern caught; bytes, for `String` calls different spellings equal.
    struct Hit: Equatable {
        var id: String
        var names: [String]
        var values: [OracleText.Bytes]
    }

    /// More than one is a conflict that nobody reported.
    var routes: [Hit] = []
    var running: [Hit] = []
    /// The rest is asked for where it is wanted.
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
        // The two ways to ask agree, or an id that no law gives says that they do not.
        if table.match(url, in: table.scope(method: method, view: tags)).interceptors != running.map(\.interceptor) {
            self.running.append(Hit(id: "match finds other interceptors", Captures()))
        }
        guard isWhole else { return }
        everywhere = table.everywhereInterceptors(for: url, method: method).map {
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
    /// Reads each value by its name and from the dictionary. Where the two ways differ, the value that no law gives
    /// stands for it.
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
    /// What the table says, on one line: routes | interceptors | those that apply everywhere | allowed methods.
    static func answer(of table: RoutingTable, to request: Request) -> String {
        guard let url = try? RouteURL(request.url) else { return "invalid" }
        return OracleAnswer(of: table, to: url, method: request.method, view: request.view).description
    }

    /// What the law says, on one line.
    static func answer(of oracle: Oracle, to request: Request) -> String {
        guard let url = OracleURL(request.url) else { return "invalid" }
        return OracleAnswer(of: oracle, to: url, method: request.method, view: request.view).description
    }
}
