/// A Swift type by its names, so that a manifest's spelling can be compared with it.
package struct TypeName: Sendable, CustomStringConvertible {
    let id: ObjectIdentifier
    /// Without module names: `any Clock`, `any Clock & Sendable`.
    package let description: String
    /// The members of a composition, or the type alone; each with its short and its full name.
    private let members: [Member]

    private struct Member: Sendable {
        var short: String
        var full: String
    }

    package init<T>(_ type: T.Type) {
        id = ObjectIdentifier(type)
        let short = Self.members(of: Self.withoutAssociatedTypes(String(describing: type)))
        let full = Self.members(of: Self.withoutAssociatedTypes(Self.withoutContexts(String(reflecting: type))))
        members = zip(short, full).map(Member.init)
        description = short.joined(separator: " & ")
    }

    /// With module names.
    var fullName: String { members.map(\.full).joined(separator: " & ") }

    /// Whether it is a protocol, or a composition of some: their metatypes are the ones that are called so.
    static func isProtocol<T>(_ type: T.Type) -> Bool {
        String(reflecting: Swift.type(of: type as Any.Type)).hasSuffix(".Protocol")
    }

    /// Whether a manifest's spelling means this type: with or without `any`, with or without module names, the members
    /// of a composition in any order.
    ///
    /// A type's name does not contain marker protocols, so `Sendable` is not compared.
    func matches(_ spelling: String) -> Bool {
        let asked = Self.members(of: spelling)
        return asked.count == members.count
            && members.allSatisfy { member in asked.contains { Self.name($0, means: member) } }
    }

    /// A private type's name without its context, which a manifest cannot spell: `M.(unknown context at $5622).P` gives
    /// `M.P`.
    private static func withoutContexts(_ name: String) -> String {
        // Searching costs more than all else that is done with a name, and most names have none.
        guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
        var (result, rest) = ("", name[...])
        while let start = rest.firstRange(of: "(unknown context at "),
            let end = rest[start.upperBound...].firstRange(of: ").")
        {
            result += rest[..<start.lowerBound]
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// The arguments of a protocol as Swift spells them: `any M.Repo<Self.M.Repo.Element == Swift.Int>` gives
    /// `any M.Repo<Swift.Int>`.
    private static func withoutAssociatedTypes(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "=")) else { return name }
        var result = name
        for opening in ["<", " "] {
            while let start = result.firstRange(of: opening + "Self."),
                let end = result[start.upperBound...].firstRange(of: " == ")
            {
                result.removeSubrange(result.index(after: start.lowerBound)..<end.upperBound)
            }
        }
        return result
    }

    /// What this type and every spelling of it have in common.
    var key: String { Self.key(members.map(\.full)) }

    /// The ``key`` of the types that a manifest's spelling may mean.
    static func key(of spelling: String) -> String { key(members(of: spelling)) }

    private static func key(_ members: [String]) -> String {
        members.map(unqualified).sorted().joined(separator: " & ")
    }

    /// Without modules and enclosing types, in generic arguments too: `M.Outer<Int>.Box<M.Item>` gives `Box<Item>`.
    private static func unqualified(_ name: String) -> String {
        var result: [UInt8] = []
        /// Where the names begin that are open, the innermost last.
        var starts = [0]
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "."):
                result.removeSubrange(starts[starts.count - 1]...)
                continue
            case UInt8(ascii: "<"), UInt8(ascii: "["): starts.append(result.count + 1)
            case UInt8(ascii: ">"), UInt8(ascii: "]"): if starts.count > 1 { starts.removeLast() }
            case UInt8(ascii: " "), UInt8(ascii: ","): starts[starts.count - 1] = result.count + 1
            default: break
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func name(_ name: String, means member: Member) -> Bool {
        name == member.short || name == member.full || member.full.hasSuffix("." + name)
    }

    /// `any A & M.B` gives `A` and `M.B`.
    static func members(of spelling: String) -> [String] {
        // Splitting goes through all characters, and a name alone has nothing to split.
        let isAlone = !spelling.utf8.contains { "& ()".utf8.contains($0) }
        let members =
            isAlone
            ? [spelling]
            : spelling.split(separator: "&")
                .map { $0.filter { $0 != "(" && $0 != ")" }.split(separator: " ").filter { $0 != "any" } }
                .map { $0.joined(separator: " ") }
        return members.filter { !["", "Sendable", "Swift.Sendable"].contains($0) }
    }
}
