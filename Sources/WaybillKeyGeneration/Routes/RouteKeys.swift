package import WaybillManifest
import WaybillProofs
package import WaybillSyntax
package import WaybillTable

/// The URL builders and parameter structures of all routes of a set that lead to a module or a handler.
///
/// A forward or redirect has none, because it answers old URLs, and code should not build new ones.
package struct RouteKeys: Sendable {
    package let keys: [RouteKey]
    /// Ids and parameters without a Swift name of their own.
    package let diagnostics: [Diagnostic]

    package init(_ set: ManifestSet) { self.init(set, RoutingTable(RankedDefinitions(set))) }

    /// - Parameter table: The table of the set.
    package init(_ set: ManifestSet, _ table: RoutingTable) {
        let names = SwiftNames(of: set.routes.filter { $0.destination.target == nil }.map(\.id), .route)
        var search = RivalSearch(table)
        keys = set.routes.indices.compactMap { RouteKey($0, in: set, names.names, &search) }
        diagnostics = names.diagnostics + keys.flatMap(\.parameterDiagnostics)
    }

    /// The modules whose types appear in the text, besides Waybill's.
    var modules: [String] { keys.contains(where: \.showsUUID) ? ["Foundation"] : [] }

    /// Returns the text of `enum Routes`; empty if there are no such routes.
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
