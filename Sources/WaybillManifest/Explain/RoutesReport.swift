import WaybillSyntax
import WaybillTable

/// The table in the order of precedence, with one row for each pattern: the result of `waybill routes`.
package struct RoutesReport: Encodable {
    package struct Row: Encodable {
        package var id: String
        package var url: String
        package var methods: [String]
        package var priority: Int
        package var tags: [String]
        package var params: [String: String]
        package var module: String?
        package var handler: String?
        package var redirect: RedirectReference?
        package var file: String
        package var line: Int
        package var column: Int
        /// The destination, such as `module note-editor`.
        fileprivate var summary: String

        private enum Key: String, CodingKey {
            case id, url, methods, priority, tags, params, module, handler, redirect, file, line, column
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(id, forKey: .id)
            try container.encode(url, forKey: .url)
            try container.encode(methods, forKey: .methods)
            try container.encode(priority, forKey: .priority)
            try container.encode(tags, forKey: .tags)
            try container.encode(params, forKey: .params)
            try container.encode(module, forKey: .module)
            try container.encode(handler, forKey: .handler)
            try container.encode(redirect, forKey: .redirect)
            try container.encode(file, forKey: .file)
            try container.encode(line, forKey: .line)
            try container.encode(column, forKey: .column)
        }
    }

    package let version = 1
    package let digest: String
    package let routes: [Row]

    private enum CodingKeys: String, CodingKey { case version, digest, routes }

    /// Returns `nil` if the set has errors and therefore no table.
    package init?(_ compilation: Compilation, digest: String) {
        guard let table = compilation.table else { return nil }
        self.digest = digest
        routes = table.routesByPrecedence.map { entry in
            let route = compilation.set.routes[entry.route]
            let file = compilation.sources[route.id.span.file]
            let position = file.position(at: route.id.span.start)
            return Row(
                id: route.id.value, url: route.patterns[entry.pattern].text.value, methods: route.methods.map(\.value),
                priority: route.priority, tags: table.routes[entry.route].tags.sorted(),
                params: Dictionary(
                    route.constrained.map { ($0.name.value, $0.constraint.summary) }, uniquingKeysWith: { $1 }),
                module: route.destination.module?.value, handler: route.destination.handler?.value,
                redirect: route.destination.redirect, file: file.path, line: position.line,
                column: position.column, summary: route.destination.summary)
        }
    }

    /// The report as aligned columns of text.
    package var text: String {
        let rows = routes.map(\.columns)
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let padded = zip(row, widths).filter { $1 > 0 }.map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (padded + [row[5]]).joined(separator: "  ") + "\n"
        }.joined()
    }
}

extension RoutesReport.Row {
    fileprivate var columns: [String] {
        let shownPriority = priority == 0 ? "" : "priority \(priority)"
        let shownTags = tags.isEmpty ? "" : "[\(tags.joined(separator: ", "))]"
        return [
            methods.isEmpty ? "*" : methods.joined(separator: ","), url, summary, shownPriority, shownTags,
            "\(file):\(line)",
        ]
    }
}
