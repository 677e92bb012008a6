/// A Swift type as its names tell it, so that a manifest's spelling can be compared with it.
struct TypeName: Sendable, CustomStringConvertible {
    let id: ObjectIdentifier
    /// Without module names: `any Clock`, `any Clock & Sendable`.
    let description: String
    /// The members of a composition, or the type alone; each with its short and its full name.
    private let members: [Member]

    private struct Member: Sendable {
        var short: String
        var full: String
    }

    init<T>(_ type: T.Type) {
        id = ObjectIdentifier(type)
        let short = Self.members(of: String(describing: type))
        let full = Self.members(of: Self.withoutContexts(String(reflecting: type)))
        members = zip(short, full).map(Member.init)
        description = short.joined(separator: " & ")
    }

    /// Whether a manifest's spelling means this type: with or without `any`, with or without module names, the members
    /// of a composition in any order.
    ///
    /// Marker protocols leave no trace in a type's name, so `Sendable` is not compared.
    func matches(_ spelling: String) -> Bool {
        let asked = Self.members(of: spelling)
        return asked.count == members.count
            && members.allSatisfy { member in asked.contains { Self.name($0, means: member) } }
    }

    /// `M.(unknown context at $5622).P`, which is how a private type reads, without what nobody can write.
    private static func withoutContexts(_ name: String) -> String {
        guard let start = name.firstRange(of: "(unknown context at "),
            let end = name[start.upperBound...].firstRange(of: ").")
        else { return name }
        return withoutContexts(String(name[..<start.lowerBound] + name[end.upperBound...]))
    }

    private static func name(_ name: String, means member: Member) -> Bool {
        name == member.short || name == member.full || member.full.hasSuffix("." + name)
    }

    /// `any A & M.B` gives `A` and `M.B`.
    static func members(of spelling: String) -> [String] {
        spelling.split(separator: "&")
            .map { $0.filter { $0 != "(" && $0 != ")" }.split(separator: " ").filter { $0 != "any" } }
            .map { $0.joined(separator: " ") }
            .filter { !["Sendable", "Swift.Sendable"].contains($0) }
    }
}

extension TypeName {
    /// With module names.
    var fullName: String { members.map(\.full).joined(separator: " & ") }
}
