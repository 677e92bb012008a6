import WaybillOracle

/// A manifest as it was intended, and as it was written: most entries have a typical slip.
struct SlippedManifest {
    typealias Value = LayoutGenerator.Value

    struct Key {
        var path: String
        var name: String
        /// nil if the key is not intended to be there.
        var meant: Value?
        /// nil if the key is missing.
        var written: Value?

        var isMisspelling: Bool { meant != written }
    }

    private(set) var keys: [Key] = []
    private var modules: [(String, [Key])] = []
    private var interceptors: [(String, [Key])] = []
    private var routes: [[Key]] = []
    private let version: Key
    private var random: SplitMix

    init(seed: UInt64, entries: Int) {
        random = SplitMix(seed: seed)
        version = Key(
            path: "waybill", name: "waybill", meant: .plain("1"),
            written: Int.random(in: 0..<10, using: &random) == 0 ? .text("1") : .plain("1"))
        keys.append(version)
        for number in 0..<entries {
            switch below(5) {
            case 0: modules.append(("m\(number)", take(module(number), at: "modules/m\(number)")))
            case 1: interceptors.append(("i\(number)", take(interceptor(number), at: "interceptors/i\(number)")))
            default: routes.append(take(route(number), at: "routes/\(routes.count)"))
            }
        }
    }

    /// The kinds of slips.
    var slips: Int { keys.count(where: \.isMisspelling) }

    /// The document with its slips.
    var written: Value {
        var sections = [("waybill", version.written ?? .nothing)]
        if !modules.isEmpty { sections.append(("modules", .map(modules.map { ($0.0, Self.mapping($0.1)) }))) }
        if !interceptors.isEmpty {
            sections.append(("interceptors", .map(interceptors.map { ($0.0, Self.mapping($0.1)) })))
        }
        sections.append(("routes", .list(routes.map(Self.mapping))))
        return .map(sections)
    }

    private static func mapping(_ keys: [Key]) -> Value {
        .map(keys.compactMap { key in key.written.map { (key.name, $0) } })
    }

    private mutating func take(_ entry: [Key], at path: String) -> [Key] {
        let entry = entry.shuffled(using: &random).map { key in
            var key = key
            key.path = "\(path)/\(key.name)"
            return key
        }
        keys += entry
        return entry
    }

    // MARK: Entries

    private mutating func route(_ number: Int) -> [Key] {
        var keys = [key("id", .text("r\(number)"), .text("r\(number)")), url("/r\(number)"), handler()]
        switch below(8) {
        case 0, 1, 2: keys += [repeated(), tags()]
        case 3: keys.append(key("priority", nil, .plain("\(1 + below(9))")))
        case 4: keys.append(empty(["methods", "tags"]))
        default: keys += [methods(), tags()]
        }
        return keys
    }

    private mutating func module(_ number: Int) -> [Key] {
        let id = Value.text("app://\(number)")
        switch below(4) {
        case 0: return [flag("exclusive"), key("identifiers", .list([id]), .list([id]))]
        case 1: return [key("identifiers", .list([id]), id), empty(["requires"])]
        case 2: return [tags(), key("identifiers", .list([id]), .list([id, id]))]
        default:
            let words = [Value.text("push"), .text("show")]
            return [
                key("kind", .text("view"), .text("view")), key("identifiers", .list([id]), .list([id])),
                key("present", .list(words), pick([.text("push, show"), .list(words)])),
            ]
        }
    }

    private mutating func interceptor(_ number: Int) -> [Key] {
        let order = 10 + number
        let written: Value = pick([.text("\(order)"), .plain("0\(order)"), .plain("\(order)")])
        return [url("/r\(number)"), key("use", .text("u"), .text("u")), key("order", .plain("\(order)"), written)]
            + (below(2) == 0 ? [methods()] : [])
    }

    // MARK: Slips

    private func key(_ name: String, _ meant: Value?, _ written: Value?) -> Key {
        Key(path: "", name: name, meant: meant, written: written)
    }

    private mutating func url(_ start: String) -> Key {
        let (meant, written) = pick([
            ("", ""), ("/a", "/a"), ("/:x", "/:x"), ("/a%7Cb", "/a|b"), ("/%22a%22", "/\"a\""), ("/%5E%60", "/^`"),
            ("/a%5Cb/c%7Cd", "/a\\b/c|d"),
        ])
        return key("url", .text(start + meant), .text(start + written))
    }

    private mutating func handler() -> Key {
        let name = pick(["h", "h", "no", "true", "False", "show.it"])
        return key("handler", .text(name), ["true", "False"].contains(name) ? .plain(name) : .text(name))
    }

    private mutating func flag(_ name: String) -> Key {
        let (meant, written) = pick([
            ("true", "true"), ("false", "false"), ("true", "yes"), ("false", "No"), ("true", "on"), ("false", "n"),
        ])
        return key(name, .plain(meant), meant == written ? .plain(written) : .text(written))
    }

    private mutating func methods() -> Key {
        let all = ["GET", "PUT", "POST", "DELETE", "PATCH"].shuffled(using: &random).prefix(1 + below(3))
        let cased = all.map {
            below(2) == 0 ? $0 : pick([$0.lowercased(), $0.prefix(1) + $0.dropFirst().lowercased()])
        }
        return list("methods", Array(all), cased, separators: [", ", ",", " "])
    }

    private mutating func tags() -> Key {
        let all = ["views", "api", "logs", "x-1"].shuffled(using: &random).prefix(1 + below(3))
        return list("tags", Array(all), Array(all), separators: [", ", ",", " ", " , "])
    }

    /// A list that is written as a list, or as a text.
    private mutating func list(_ name: String, _ meant: [String], _ written: [String], separators: [String]) -> Key {
        let text = written.joined(separator: pick(separators))
        let isList = below(2) == 0
        return key(
            name, .list(meant.map(Value.text)), isList ? .list(written.map(Value.text)) : .text(text))
    }

    private mutating func repeated() -> Key {
        let meant = ["GET", "PUT", "POST"].shuffled(using: &random).prefix(1 + below(3)).map(Value.text)
        return key("methods", .list(meant), .list(meant + [meant[below(meant.count)]]))
    }

    private mutating func empty(_ names: [String]) -> Key {
        key(pick(names), nil, pick([.list([]), .nothing]))
    }

    // MARK: Chance

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    private mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }
}
