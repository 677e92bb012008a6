public import WaybillTable

extension Workload {
    /// The routes of one large HTTP API, or of many behind one gateway: versions, services, resources with their items,
    /// sub-resources and actions, as `GET /v1/billing/invoices/:id/lines/:line_id`. Up to 270,000 routes.
    public static func apiRoutes(_ count: Int) throws -> [RouteDefinition] {
        let types = try [ParameterConstraint.int, .uuid, .slug].map { try Automaton($0, caseSensitive: true) }
        var routes: [RouteDefinition] = []
        routes.reserveCapacity(count)
        var number = 0
        while routes.count < count {
            let resource = Resource(number: number)
            for (method, pattern) in resource.routes.prefix(count - routes.count) {
                let constrained = number % 4 < 3 && pattern.contains(":id")
                routes.append(
                    RouteDefinition(
                        id: "\(method) \(pattern)", patterns: [try Pattern(pattern)],
                        constraints: constrained ? ["id": types[number % 4]] : [:], methods: [method],
                        tags: number % 5 == 0 ? ["internal"] : ["api", resource.service]))
            }
            number += 1
        }
        return routes
    }

    /// A URL for every `stride`-th route of ``apiRoutes(_:)``.
    public static func apiURLs(of routes: [RouteDefinition], count: Int) -> [(url: String, method: String)] {
        let stride = max(1, routes.count / count)
        return Swift.stride(from: 0, to: routes.count, by: stride).prefix(count).map { index in
            let pieces = routes[index].patterns[0].text.split(separator: "/").map { piece in
                switch piece {
                case ":id": value(constraints: routes[index].constraints, index)
                case _ where piece.hasPrefix(":"): "\(piece.dropFirst())-\(index % 97)"
                default: String(piece)
                }
            }
            return ("/" + pieces.joined(separator: "/"), routes[index].methods[0])
        }
    }

    private static func value(constraints: [String: Automaton], _ index: Int) -> String {
        let hex = String(index &* 2_654_435_761 & 0xFFFF_FFFF | 0x1_0000_0000, radix: 16).dropFirst()
        let candidates = ["\(index)", "\(hex)-0000-4000-8000-\(hex)0000", "order-\(index)"]
        guard let automaton = constraints["id"] else { return candidates[index % 3] }
        return candidates.first { automaton.matches(Array($0.utf8)[...]) } ?? candidates[0]
    }

    /// Interceptors before such an API: for everything, for services and resources (`/v1/billing/**`), below every
    /// version (`/*/billing/invoices/**`), only for writes, for schemes and hosts; some tagged, some everywhere.
    public static func apiInterceptors(_ count: Int) throws -> [InterceptorDefinition] {
        try (0..<count).map { index in
            let resource = Resource(number: index * 7)
            let pattern =
                switch index % 8 {
                case _ where index < 3: ["/**", "https://*.example.com/**", "/*/:service/**"][index]
                case 0: "/\(resource.version)/\(resource.service)/\(resource.name)/:id/**"
                case 1: "/*/\(resource.service)/\(resource.name)/**"
                case 2: "/\(resource.version)/\(resource.service)-\(index)/**"
                case 3: "https://\(resource.service)-\(index).example.com/**"
                case 4: "app://\(resource.service)/\(resource.name)/\(index)/**"
                case 5: "/\(resource.version)/\(resource.service)/\(resource.name)/:id/\(resource.actions[0])"
                case 6: "/*/\(resource.service)/report-\(index)"
                default: "//*.tenant-\(index).example.com/\(resource.version)/**"
                }
            return InterceptorDefinition(
                id: "interceptor-\(index)", patterns: [try Pattern(pattern)],
                methods: index % 6 == 5 ? ["POST", "PUT", "PATCH", "DELETE"] : [], order: index % 10,
                tags: index % 4 == 0 ? ["api"] : index % 4 == 1 ? [resource.service] : [],
                appliesEverywhere: index % 40 == 0)
        }
    }
}

/// One resource of one service: 25 routes.
private struct Resource {
    var version: String
    var service: String
    var name: String
    var parts: [String]
    var actions: [String]

    /// Services vary first, so that a short list has many of them; then resources, then versions.
    init(number: Int) {
        service = Self.services[number % 60]
        name = Self.nouns[(number / 60) % 30]
        version = "v\(1 + number / 1_800)"
        parts = (1...4).map { Self.nouns[(number / 60 + $0 * 7) % 30] }
        actions = (0...2).map { Self.verbs[(number + $0) % Self.verbs.count] }
    }

    var routes: [(method: String, pattern: String)] {
        let all = "/\(version)/\(service)/\(name)"
        let one = "\(all)/:id"
        let items = ["GET", "PUT", "PATCH", "DELETE"].map { ($0, one) }
        let details = parts.flatMap { part in
            [
                ("GET", "\(one)/\(part)"), ("POST", "\(one)/\(part)"), ("GET", "\(one)/\(part)/:part_id"),
                ("DELETE", "\(one)/\(part)/:part_id"),
            ]
        }
        return [("GET", all), ("POST", all)] + items + details + actions.map { ("POST", "\(one)/\($0)") }
    }

    private static let services = [
        "accounts", "addresses", "analytics", "audit", "auth", "backups", "billing", "bookings", "calendar",
        "campaigns",
        "carriers", "catalog", "chat", "checkout", "claims", "compliance", "contracts", "coupons", "crm", "customs",
        "delivery", "devices", "discovery", "documents", "email", "events", "exports", "fleet", "forms", "fraud",
        "geocoding", "gifts", "identity", "imports", "insights", "inventory", "invoicing", "labels", "ledger",
        "loyalty",
        "mailing", "media", "metrics", "notifications", "orders", "partners", "payments", "payroll", "pricing",
        "procurement", "profiles", "recommendations", "refunds", "returns", "reviews", "search", "shipping",
        "subscriptions", "support", "warehouses",
    ]
    private static let nouns = [
        "accounts", "attachments", "batches", "cards", "categories", "comments", "contacts", "credits", "entries",
        "files",
        "groups", "histories", "invoices", "items", "keys", "limits", "lines", "members", "messages", "notes", "orders",
        "owners", "permissions", "plans", "policies", "prices", "rules", "schedules", "sessions", "templates",
    ]
    private static let verbs = [
        "activate", "approve", "archive", "cancel", "capture", "close", "confirm", "duplicate", "export", "publish",
        "refresh", "reject", "restore", "suspend", "validate",
    ]
}
