import WaybillManifest
package import WaybillRules
import WaybillSyntax
import WaybillTable

/// The table in the order of precedence, with one row for each pattern: the result of `waybill routes`.
package struct RoutesReport {
    private let compilation: Compilation
    private let table: RoutingTable
    private let digest: String

    /// Returns `nil` if the set has errors and therefore no table.
    package init?(_ compilation: Compilation, digest: String) {
        guard let table = compilation.table else { return nil }
        self.compilation = compilation
        self.table = table
        self.digest = digest
    }

    /// The JSON of `waybill routes --format json`.
    package var json: String {
        JSONText.encode(["version": 1, "digest": digest, "routes": table.routesByPrecedence.map(row)] as JSONObject)
    }

    private func row(at place: RoutePlace) -> JSONObject {
        let route = compilation.set.routes[place.route]
        let summary = Explanation.RouteSummary(route)
        let members: JSONObject = [
            "url": route.patterns[place.pattern].text.value, "methods": route.methods.map(\.value),
            "priority": route.priority, "tags": table.routes[place.route].tags.sorted(),
            "params": Dictionary(
                route.constrained.map { ($0.name.value, $0.constraint.summary) }, uniquingKeysWith: { $1 }),
        ]
        return members.merging(summary.jsonObject(sources: compilation.sources))
    }

    /// The report as aligned columns of text.
    package var text: String { table.routesByPrecedence.map { columns(at: $0).map(\.safeOnScreen) }.alignedLines }

    private func columns(at place: RoutePlace) -> [String] {
        let route = compilation.set.routes[place.route]
        let tags = table.routes[place.route].tags.sorted()
        let file = compilation.sources[route.id.span.file]
        return [
            route.methods.isEmpty ? "*" : route.methods.map(\.value).joined(separator: ","),
            route.patterns[place.pattern].text.value, route.destination.summary,
            route.priority == 0 ? "" : "priority \(route.priority)",
            tags.isEmpty ? "" : "[\(tags.joined(separator: ", "))]",
            "\(file.path):\(file.position(at: route.id.span.start).line)",
        ]
    }
}

extension [[String]] {
    /// The rows as lines with aligned columns.
    ///
    /// A column that is empty in all rows is left out. The last one is not padded. All rows have the same number of
    /// columns.
    package var alignedLines: String {
        let widths = (first ?? []).indices.dropLast().map { column in map { $0[column].count }.max() ?? 0 }
        return map { row in
            let padded = zip(row, widths).filter { $1 > 0 }.map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (padded + row.suffix(1)).joined(separator: "  ") + "\n"
        }.joined()
    }
}
