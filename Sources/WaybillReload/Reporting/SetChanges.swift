package import WaybillManifest
import WaybillSyntax

/// How many routes, or declarations of another kind, a set adds, removes and changes.
public struct SetChanges: Sendable, Hashable, Codable {
    /// How many are added.
    public var added = 0
    /// How many are removed.
    public var removed = 0
    /// How many are changed.
    public var changed = 0
    /// The ids of the first ``nameLimit``, each after its sign: `+/new`, `-/old`, `~/other`.
    public var names: [String] = []

    /// How many names are listed.
    public static let nameLimit = 20

    /// In short: `+3 −1 ~2`.
    private var summary: String { "+\(added) \u{2212}\(removed) ~\(changed)" }

    private var isEmpty: Bool { added + removed + changed == 0 }

    /// Returns all changes that the digest of a set tells, in short: `+3 −1 ~2 routes, a changed fallback`. Only what has changed
    /// is named.
    package static func summary(from old: ManifestSet, to new: ManifestSet) -> String {
        let kinds: [(String, SetChanges)] = [
            ("routes", .routes(from: old, to: new)), ("interceptors", .interceptors(from: old, to: new)),
            ("modules", SetChanges(old.modules.map { ($0.id.value, $0) }, new.modules.map { ($0.id.value, $0) })),
            (
                "protocols",
                SetChanges(old.protocols.map { ($0.name.value, $0) }, new.protocols.map { ($0.name.value, $0) })
            ),
            (
                "adapters",
                SetChanges(old.adapters.map { ($0.required.value, $0) }, new.adapters.map { ($0.required.value, $0) })
            ),
        ]
        let counts = kinds.filter { !$0.1.isEmpty }.map { "\($0.1.summary) \($0.0)" }
        let singles = old.changedSingles(in: new)
        return (counts + singles).joined(separator: ", ")
    }

    package static func routes(from old: ManifestSet, to new: ManifestSet) -> SetChanges {
        SetChanges(old.routes.map { ($0.id.value, $0) }, new.routes.map { ($0.id.value, $0) })
    }

    package static func interceptors(from old: ManifestSet, to new: ManifestSet) -> SetChanges {
        SetChanges(old.interceptors.map { ($0.id.value, $0) }, new.interceptors.map { ($0.id.value, $0) })
    }

    package init() {}

    private init<Item: CanonicallyEncodable>(_ old: [(id: String, item: Item)], _ new: [(id: String, item: Item)]) {
        var rest = Dictionary(firstOf: old)
        for (id, item) in new {
            guard let earlier = rest.removeValue(forKey: id) else {
                added += 1
                list("+\(id)")
                continue
            }
            guard !earlier.meansTheSame(as: item) else { continue }
            changed += 1
            list("~\(id)")
        }
        removed = rest.count
        for id in rest.keys.sorted() { list("-\(id)") }
    }

    private mutating func list(_ name: String) {
        if names.count < Self.nameLimit { names.append(name) }
    }
}
