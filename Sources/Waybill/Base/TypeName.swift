import WaybillManifest
package import WaybillRules

/// A Swift type by its identity and its names, for comparison with a manifest's spelling.
package struct TypeName: Sendable, CustomStringConvertible {
    let id: ObjectIdentifier
    package let names: SwiftTypeName

    package init<T>(_ type: T.Type) {
        id = ObjectIdentifier(type)
        names = SwiftTypeName(
            name: Self.withoutAssociatedTypes(String(describing: type)),
            fullName: Self.withoutAssociatedTypes(Self.withoutContexts(String(reflecting: type))))
    }

    /// Without module names: `Clock`, `Clock & Labelled`.
    package var description: String { names.name }

    /// With module names.
    var fullName: String { names.fullName }

    /// Whether it is a protocol, or a composition of protocols. Their metatypes have a special name.
    static func isProtocol<T>(_ type: T.Type) -> Bool {
        String(reflecting: Swift.type(of: type as Any.Type)).hasSuffix(".Protocol")
    }

    /// The usual form of a name, without the context of a private type and the module of an extension: `(extension in
    /// N):M.(unknown context at $5622).P` gives `M.P`.
    private static func withoutContexts(_ name: String) -> String {
        // Searching is the most expensive step, and most names have no context.
        guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
        var result = name
        for (opening, closing) in [("(unknown context at ", ")."), ("(extension in ", "):")] {
            while let start = result.firstRange(of: opening),
                let end = result[start.upperBound...].firstRange(of: closing)
            {
                result.removeSubrange(start.lowerBound..<end.upperBound)
            }
        }
        return result
    }

    /// The arguments of a protocol in the form of Swift code: `any M.Repo<Self.M.Repo.Element == Swift.Int>` gives `any
    /// M.Repo<Swift.Int>`.
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
}
