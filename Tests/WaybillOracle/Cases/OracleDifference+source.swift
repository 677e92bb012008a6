import WaybillTable

extension OracleDifference {
    /// The source of a test that shows the difference, for `OracleRegressionTests.swift`.
    var source: String {
        """
        @Test("…")
        func found() throws {
            let made = OracleCase(
                settings: MatchSettings(
                    isCaseSensitive: \(made.settings.isCaseSensitive), trailingSlash: .\(made.settings.trailingSlash)),
                routes: [\(made.routes.map(Self.source).joined(separator: ", "))],
                interceptors: [\(made.interceptors.map(Self.source).joined(separator: ", "))])
            try expectAgreement(
                made,
                on: .init(
                    url: \(request.url.debugDescription), method: \(request.method?.debugDescription ?? "nil"),
                    view: \(request.view.map { "\($0.sorted())" } ?? "nil")))
        }
        """
    }

    private static func source(_ definition: OracleCase.Definition) -> String {
        var parts = ["id: \(definition.id.debugDescription)", "patterns: \(definition.patterns)"]
        if !definition.constraints.isEmpty {
            let pairs = definition.constraints.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }
            parts.append("constraints: [\(pairs.joined(separator: ", "))]")
        }
        if !definition.methods.isEmpty { parts.append("methods: \(definition.methods)") }
        if definition.rank != 0 { parts.append("rank: \(definition.rank)") }
        if !definition.tags.isEmpty { parts.append("tags: \(definition.tags.sorted())") }
        if definition.isEverywhere { parts.append("isEverywhere: true") }
        return ".init(\(parts.joined(separator: ", ")))"
    }
}
