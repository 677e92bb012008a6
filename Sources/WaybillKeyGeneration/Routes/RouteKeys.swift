package import WaybillManifest
import WaybillProofs
package import WaybillSyntax
package import WaybillTable

/// The URL builders and parameter structures of all routes of a set that lead to a module or a handler.
///
/// A redirect has none: it answers old URLs, and no code has a reason to make new ones.
package struct RouteKeys: Sendable {
    package let keys: [RouteKey]
    /// Names that are the same in Swift, at the second id.
    package let diagnostics: [Diagnostic]

    /// - Parameter compilation: Without a table, there are none.
    package init(_ compilation: Compilation) {
        self.init(compilation.set, compilation.table)
    }

    /// - Parameter table: Of the set.
    package init(_ set: ManifestSet, _ table: RoutingTable?) {
        var keys: [RouteKey] = []
        if let table {
            var search = RivalSearch(table)
            keys = set.routes.indices.compactMap { RouteKey($0, in: set, &search) }
        }
        self.keys = keys
        var firsts: [String: RouteKey] = [:]
        // The order of files and entries never matters, so the first one is that of the place.
        diagnostics = keys.sorted { $0.route.span < $1.route.span }.compactMap { key in
            guard let first = firsts[key.name] else {
                firsts[key.name] = key
                return nil
            }
            return .sameName(key, first)
        }
    }

    /// The modules whose types the text shows, besides Waybill's.
    var modules: [String] { keys.contains(where: \.showsUUID) ? ["Foundation"] : [] }

    /// The text of `enum Routes`, empty where there is no route for it.
    func text(_ writer: DeclarationWriter) -> String {
        if keys.isEmpty { return "" }
        var lines = [
            "/// URLs of the routes that the manifests declare, and what requests for these capture.",
            "\(writer.access)enum Routes {",
        ]
        for (index, key) in keys.enumerated() {
            if index > 0 { lines.append("") }
            let source = RouteKeySource(key, writer)
            lines += source.function + [""] + source.namespace
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }
}

extension Diagnostic {
    fileprivate static func sameName(_ key: RouteKey, _ first: RouteKey) -> Diagnostic {
        let (id, other) = (key.route.id, first.route.id)
        return Diagnostic(
            .duplicateID, at: id.span,
            "routes '\(id.value)' and '\(other.value)' have the same name in Swift, '\(key.name)'",
            notes: [Note("'\(other.value)' is here", at: other.span)],
            help: "give one of them an 'id' with other words")
    }
}
