import WaybillManifest

/// The name of a Swift type, which can be compared with a manifest's spelling.
public struct SwiftTypeName: Sendable, Hashable {
    /// Without module names and without `any`: `Clock`, `Clock & Labelled`.
    public let name: String
    /// With module names: `Notes.Clock & Notes.Labelled`.
    public let fullName: String
    /// The members of a composition, or the type alone.
    private let members: [Member]

    private struct Member: Sendable, Hashable {
        var short: String
        var full: String
    }

    /// - Parameter fullName: With the members of a composition in the order of `name`.
    public init(name: String, fullName: String) {
        members = zip(Self.members(of: name), Self.members(of: fullName)).map(Member.init)
        self.name = members.map(\.short).joined(separator: " & ")
        self.fullName = members.map(\.full).joined(separator: " & ")
    }

    /// Whether a manifest's spelling means this type: with or without `any`, with or without module names, and with the
    /// members of a composition in any order.
    ///
    /// The name of a type does not contain marker protocols, so `Sendable` is not compared.
    package func matches(_ spelling: String) -> Bool { matches(Self.members(of: spelling)) }

    /// Whether a spelling with these ``members(of:)`` means this type.
    func matches(_ asked: [String]) -> Bool {
        asked.count == members.count
            && members.allSatisfy { member in asked.contains { Self.name($0, means: member) } }
    }

    /// The part that this type and all of its spellings have in common.
    package var key: String { Self.key(members.map(\.full)) }

    /// The ``key`` of the types that a manifest's spelling may mean.
    package static func key(of spelling: String) -> String { key(members(of: spelling)) }

    /// The ``key(of:)`` of a spelling with these ``members(of:)``.
    static func key(_ members: [String]) -> String {
        members.count == 1 ? unqualified(members[0]) : members.map(unqualified).sorted().joined(separator: " & ")
    }

    /// Returns the name without modules and enclosing types, also in generic arguments: `M.Outer<Int>.Box<M.Item>`
    /// gives `Box<Item>`.
    private static func unqualified(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: ".")) else { return name }
        var result: [UInt8] = []
        /// The starts of the unfinished names, the innermost last.
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
    package static func members(of spelling: String) -> [String] {
        let members =
            isSingleName(spelling)
            ? [spelling]
            : spelling.split(separator: "&")
                .map { $0.filter { $0 != "(" && $0 != ")" }.split(separator: " ").filter { $0 != "any" } }
                .map { $0.joined(separator: " ") }
        return members.filter { !$0.isEmpty && $0 != "Sendable" && $0 != "Swift.Sendable" }
    }

    /// Whether there is nothing to split: splitting visits every character, and bindings ask for thousands of names.
    private static func isSingleName(_ spelling: String) -> Bool {
        spelling.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")"): false
            default: true
            }
        }
    }
}

extension SwiftTypeName: Codable {
    private enum CodingKeys: String, CodingKey { case name, fullName }

    public init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try names.decode(String.self, forKey: .name),
            fullName: try names.decode(String.self, forKey: .fullName))
    }

    public func encode(to encoder: any Encoder) throws {
        var names = encoder.container(keyedBy: CodingKeys.self)
        try names.encode(name, forKey: .name)
        try names.encode(fullName, forKey: .fullName)
    }
}
