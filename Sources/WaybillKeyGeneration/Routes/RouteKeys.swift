package import WaybillManifest
import WaybillProofs
package import WaybillSyntax
package import WaybillTable

/// The URL builders and parameter structures of all routes of a set that lead to a module or a handler.
///
/// A redirect has none: it answers old URLs, and no code has a reason to make new ones.
package struct RouteKeys: Sendable {
    package let keys: [RouteKey]
    package let problems: [Problem]
    private let sources: [SourceFile]

    /// Why no Swift can be generated for a route.
    package struct Problem: Sendable, Hashable {
        package var span: SourceSpan
        package var message: String
        package var help: String
        /// What it is in conflict with.
        package var other: SourceSpan
    }

    /// - Parameter compilation: Without a table, there are none.
    package init(_ compilation: Compilation) {
        self.init(compilation.set, compilation.table, compilation.sources)
    }

    /// - Parameter table: Of the set.
    package init(_ set: ManifestSet, _ table: RoutingTable?, _ sources: [SourceFile]) {
        self.sources = sources
        var keys: [RouteKey] = []
        if let table {
            var search = RivalSearch(table)
            keys = set.routes.indices.compactMap { RouteKey($0, in: set, &search) }
        }
        var firsts: [String: RouteKey] = [:]
        var problems: [Problem] = []
        // The order of files and entries never matters, so the first one is that of the place.
        for key in keys.sorted(by: { $0.route.span < $1.route.span }) {
            guard let first = firsts[key.name] else {
                firsts[key.name] = key
                continue
            }
            problems.append(Problem(of: key, like: first))
        }
        self.problems = problems
        self.keys = problems.isEmpty ? keys : keys.filter { firsts[$0.name]?.facts.id == $0.facts.id }
    }

    /// The modules that the text needs.
    package var imports: Set<String> {
        if keys.isEmpty { return [] }
        return source.contains("UUID") ? ["Foundation", "Waybill"] : ["Waybill"]
    }

    /// The text of `enum Routes`, empty where there is no route for it.
    package var source: String {
        if keys.isEmpty { return "" }
        var lines = [
            "/// URLs of the routes that the manifests declare, and what requests for these capture.", "enum Routes {",
        ]
        for (index, key) in keys.enumerated() {
            if index > 0 { lines.append("") }
            lines += key.function(at: place(of: key)) + [""] + key.namespace
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func place(of key: RouteKey) -> String {
        let span = key.route.id.span
        guard sources.indices.contains(span.file) else { return "a manifest" }
        return "\(sources[span.file].path):\(sources[span.file].position(at: span.start).line)"
    }
}

extension RouteKeys.Problem {
    fileprivate init(of key: RouteKey, like first: RouteKey) {
        span = key.route.id.span
        other = first.route.id.span
        message =
            "routes '\(key.route.id.value)' and '\(first.route.id.value)' have the same name in Swift, "
            + "'\(key.name)'"
        help = "give one of them another 'id'"
    }
}
