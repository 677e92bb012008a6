package import WaybillManifest
import WaybillProofs
package import WaybillSyntax
package import WaybillTable

/// The URL builders and parameter structures of all routes of a set that lead to a module or a handler.
///
/// A redirect has none: it answers old URLs, and no code has a reason to make new ones.
package struct RouteKeys: Sendable {
    package let keys: [RouteKey]
    /// Ids and parameters without a Swift name of their own.
    package let diagnostics: [Diagnostic]

    /// - Parameter compilation: Without a table, there are none.
    package init(_ compilation: Compilation) {
        self.init(compilation.set, compilation.table)
    }

    /// - Parameter table: Of the set.
    package init(_ set: ManifestSet, _ table: RoutingTable?) {
        let names = SwiftNames(of: set.routes.filter { $0.destination.target == nil }.map(\.id), .route)
        var keys: [RouteKey] = []
        if let table {
            var search = RivalSearch(table)
            keys = set.routes.indices.compactMap { RouteKey($0, in: set, names.names, &search) }
        }
        self.keys = keys
        diagnostics = names.diagnostics + keys.flatMap(\.parameterDiagnostics)
    }

    /// The modules whose types the text shows, besides Waybill's.
    var modules: [String] { keys.contains(where: \.showsUUID) ? ["Foundation"] : [] }

    /// The text of `enum Routes`, empty where there is no route for it.
    func text(_ writer: DeclarationWriter) -> String {
        if keys.isEmpty { return "" }
        var lines = [
            "/// URLs and captured values of the routes that the manifests declare.",
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
