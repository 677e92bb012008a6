import WaybillOracle

/// Makes valid manifests, and changes that make many of them invalid.
struct ManifestMutator {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// In three of five manifests one value is replaced: each in turn, by a value of each kind. The others have up to
    /// four changes of any sort.
    mutating func makeManifest(_ number: Int) -> JSONValue {
        let (round, step) = number.quotientAndRemainder(dividingBy: 5)
        return step < 3 ? makeReplaced(round * 3 + step) : makeChanged()
    }

    private mutating func makeReplaced(_ number: Int) -> JSONValue {
        let (place, kind) = number.quotientAndRemainder(dividingBy: Self.kinds.count)
        let section = Self.sections[Self.places[place % Self.places.count].section]
        let value = makeValue(Self.kinds[kind])
        let changed = section.value.replacing(Self.places[place % Self.places.count].place) { _ in value }
        return Self.manifest([.init(name: section.name, value: changed)])
    }

    private mutating func makeChanged() -> JSONValue {
        var sections = Set([pick(Self.sections)])
        if chance(30) { sections.insert(pick(Self.sections)) }
        var manifest = Self.manifest(sections.sorted { $0.name < $1.name })
        for _ in 0..<pick([0, 0, 1, 1, 2, 3, 4]) {
            let place = Int.random(in: 0..<manifest.placeCount, using: &random)
            manifest = manifest.replacing(place) { changed($0, place == 0) }
        }
        return manifest
    }

    private static func manifest(_ sections: [JSONValue.Member]) -> JSONValue {
        .object([.init(name: "waybill", value: 1)] + sections)
    }

    private mutating func changed(_ value: JSONValue, _ isTop: Bool) -> JSONValue {
        switch value {
        case .list(let items): changed(items)
        case .object(let members): changed(members, isTop)
        default: chance(10) ? .list([value]) : makeValue()
        }
    }

    private mutating func makeValue() -> JSONValue { makeValue(pick(Self.kinds)) }

    private mutating func makeValue(_ kind: String) -> JSONValue { pick(Self.values.filter { $0.type == kind }) }

    private mutating func changed(_ items: [JSONValue]) -> JSONValue {
        switch pick([0, 1, 2, 3, 4, 5]) {
        case 0: .list([])
        case 1: .list(items + items.prefix(1))
        case 2: .list(items + [makeValue()])
        case 3: items.first ?? nil
        case 4: .list(Array(items.dropFirst()))
        default: makeValue()
        }
    }

    private mutating func changed(_ members: [JSONValue.Member], _ isTop: Bool) -> JSONValue {
        var rest = members
        switch pick(isTop ? [0, 1, 2] : [0, 1, 2, 3, 4]) {
        case 0 where !rest.isEmpty: rest.remove(at: Int.random(in: rest.indices, using: &random))
        case 1 where !rest.isEmpty:
            let index = Int.random(in: rest.indices, using: &random)
            let name = pick(Self.names)
            if !rest.contains(where: { $0.name == name }) { rest[index].name = name }
        case 3: return [:]
        case 4: return makeValue()
        default:
            let name = pick(Self.names)
            rest.removeAll { $0.name == name }
            rest.append(.init(name: name, value: makeValue()))
        }
        return .object(rest)
    }
}

extension ManifestMutator {
    /// Texts have more variants than other kinds.
    private static let kinds = ["null", "boolean", "number", "string", "string", "array", "object"]

    private static let places = sections.indices.flatMap { section in
        (0..<sections[section].value.placeCount).map { (section: section, place: $0) }
    }

    private static let names = [
        "waybill", "settings", "routes", "tests", "count", "include", "fallback", "case_sensitive", "summary", "kind",
        "required", "swift", "all_of", "default", "factory", "provides", "configuration", "scope", "exclusive",
        "present",
        "with", "tags", "lane", "using", "url", "urls", "methods", "params", "use", "rewrite", "reject", "order",
        "applies", "timeout", "id", "module", "handler", "forward", "redirect", "priority", "to", "status", "reason",
        "name",
        "open",
        "method", "expect", "route", "interceptors", "contains", "not", "summery", "x", "42", "a b", "",
    ]

    private static let values: [JSONValue] = [
        nil, true, false, 0, 1, 5, -1, 1.5, 42, 308, 403, 1000, 99_999_999_999, "", " ", "x", "a b", "a, b", ",", "a,a",
        "GET", "get", "2s", "0s", "0.0s", "5", "500 ms", "1.5m", "+2s", "1.0000000001s", "9999999h", "308", "/[ab]+/",
        "/",
        "/a/:id", "int", "tagged", "view", "service", "configuration", "shared", "push", "unmatched", "strict", "true",
        "null", "no", [], [:], [[]], ["a"], ["a", "b"], ["a", "a"], [1, 1], [true], [nil], ["push"], ["GET", "GET"],
        ["a": nil], ["a": "b"], ["a": 5], ["a": true], ["id": 5], ["id": "int"], ["id": []], ["module": "m"],
        ["to": "/a", "status": 308], ["reason": "x"], ["url": "/a", "handler": "h"], ["kind": "view"],
    ]

    /// A manifest with every key of the grammar.
    static let sections: [JSONValue.Member] = {
        let all: JSONValue = [
            "settings": ["case_sensitive": true, "trailing_slash": "ignore"],
            "tags": ["views": "Screens.", "api": nil],
            "protocols": [
                "P": nil, "C": ["kind": "configuration", "summary": "Before."],
                "R": ["required": true, "swift": "any R"],
                "S": ["default": "m"], "E": ["all_of": ["P", "S"]],
            ],
            "modules": [
                "m": [
                    "summary": "Edits.", "kind": "view", "factory": "f", "provides": ["P", "S"], "configuration": "C",
                    "requires": ["P"], "identifiers": ["a://b"], "scope": "shared", "exclusive": false,
                    "present": ["push", "show"], "with": ["theme": "dark"], "tags": ["views"], "lane": "main",
                ], "n": nil, "o": [:],
            ],
            "adapters": ["R": "P", "L": ["provided": "P", "using": "adapt"]],
            "interceptors": [
                "i": [
                    "summary": "Asks.", "url": "/a/:id", "methods": ["GET"], "params": ["id": "alpha"],
                    "tags": ["views"],
                    "use": "login", "with": ["to": "/login"], "order": 10, "applies": "everywhere", "timeout": "2s",
                ], "j": ["urls": ["/b", "/c"], "rewrite": "/d"], "k": ["url": "/e", "reject": "Gone."],
                "l": ["url": "/f", "reject": ["reason": "No.", "status": 410]],
            ],
            "routes": [
                [
                    "id": "r", "summary": "Shows.", "url": "/a/:id", "methods": ["GET", "POST"], "module": "m",
                    "params": ["id": ["1", 2, true]], "present": "push", "priority": 1, "tags": ["views"],
                    "timeout": "500ms", "lane": "main", "with": ["format": "json"],
                ], ["urls": ["/b/:x", "/c/:x"], "handler": "h", "params": ["x": "/[ab]+/"]],
                ["url": "/d", "forward": "/a/1"], ["url": "/e", "redirect": ["to": "/a/1", "status": 308]],
            ],
            "fallback": ["handler": "none", "tags": ["views": ["module": "m"]], "other_methods": true],
            "tests": [
                [
                    "name": "Opens", "open": "/a/1", "method": "GET", "tags": ["views"],
                    "expect": [
                        "route": "r", "module": "m", "url": "/a/1", "params": ["id": 1, "draft": true, "q": ""],
                        "interceptors": ["i"], "forward": [], "rejected": "k",
                    ],
                ], ["open": "/x", "expect": "unmatched"],
                ["open": "/e", "expect": ["redirect": ["to": "/a/1", "status": 308]]],
                [
                    "open": "/b/a",
                    "expect": [
                        "handler": "h", "forward": "/d", "interceptors": ["contains": ["j"], "not": ["k"]],
                        "fallback": "none",
                    ],
                ],
            ],
            "count": ["routes": 4, "tests": 4], "include": ["shop/*.yaml"],
        ]
        return all.members ?? []
    }()
}
