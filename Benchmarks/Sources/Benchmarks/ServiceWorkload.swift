import WaybillTable

/// A REST API of any size: ten routes for each of its resources. Some are below others, literals are beside captures,
/// captures are constrained, and each resource ends in a catch-all. All are valid.
struct ServiceWorkload {
    struct Entry {
        var id: String
        var pattern: String
        var method: String
        var constraints: [(name: String, type: ParameterConstraint)]
    }

    var entries: [Entry]

    private static let shapes: [(name: String, suffix: String, method: String)] = [
        ("list", "", "GET"), ("create", "", "POST"), ("search", "/search", "GET"), ("show", "/:id", "GET"),
        ("replace", "/:id", "PUT"), ("delete", "/:id", "DELETE"), ("items", "/:id/items", "GET"),
        ("item", "/:id/items/:item", "GET"), ("remove", "/:id/items/:item", "DELETE"), ("rest", "/**rest", "GET"),
    ]

    init(routes count: Int) {
        entries = (0..<count).map { index in
            let (resource, shape) = (index / Self.shapes.count, Self.shapes[index % Self.shapes.count])
            let name = "service\(resource / 30).resource\(resource)"
            var entry = Entry(
                id: "\(name).\(shape.name)",
                pattern: "/api/v\(resource % 3)/service\(resource / 30)/resource\(resource)\(shape.suffix)",
                method: shape.method, constraints: [])
            if shape.suffix.contains(":id") { entry.constraints.append(("id", .uint)) }
            if shape.suffix.contains(":item") { entry.constraints.append(("item", .slug)) }
            return entry
        }
    }

    func definitions() throws -> [RouteDefinition] {
        try entries.map { entry in
            let automata = try entry.constraints.map { ($0.name, try Automaton($0.type, caseSensitive: true)) }
            return RouteDefinition(
                id: entry.id, patterns: [try Pattern(entry.pattern)],
                constraints: Dictionary(uniqueKeysWithValues: automata), methods: [entry.method])
        }
    }
}
