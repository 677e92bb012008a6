package import WaybillManifest
package import WaybillSyntax
package import WaybillTable

extension Compilation {
    /// The manifests, and after them the files beside them.
    package var lintedSources: [SourceFile] { sources + unloadedFiles.map { SourceFile.unreadable(path: $0) } }

    /// Reads a configuration for this set.
    public func configuration(_ file: ConfigurationFile?) -> LintConfiguration {
        file.map { LintConfiguration($0, index: lintedSources.count) } ?? .standard
    }

    /// Returns the diagnostics of the policies of a configuration.
    package func policyDiagnostics(_ configuration: LintConfiguration) -> [Diagnostic] {
        PolicyContext(set, sources, explainedTable, configuration)?.check() ?? []
    }

    /// Returns the policies of a configuration about interceptors, in their order. Empty if the configuration has
    /// errors.
    package func policyStatements(_ configuration: LintConfiguration) -> [PolicyStatement] {
        PolicyContext(set, sources, explainedTable, configuration)?.statements ?? []
    }

    /// Returns the errors against the policies of a configuration. A baseline is not used.
    package func policyErrors(_ configuration: LintConfiguration) -> [Diagnostic] {
        configuration.policyErrors(set, sources, table)
    }

    /// Returns the errors against the policies of a configuration that an earlier set did not have, because an existing
    /// error does not block other changes.
    package func newPolicyErrors(
        _ configuration: LintConfiguration, since earlier: ManifestSet, _ earlierSources: [SourceFile],
        _ earlierTable: RoutingTable
    ) -> [Diagnostic] {
        struct Problem: Hashable {
            var rule: Rule
            var message: String
        }
        let found = policyErrors(configuration)
        guard !found.isEmpty else { return [] }
        let known = Set(
            configuration.policyErrors(earlier, earlierSources, earlierTable).map {
                Problem(rule: $0.rule, message: $0.message)
            })
        return found.filter { !known.contains(Problem(rule: $0.rule, message: $0.message)) }
    }
}

extension LintConfiguration {
    /// Returns the policy errors with their configured severities, without suppressed ones.
    fileprivate func policyErrors(
        _ set: ManifestSet, _ sources: [SourceFile], _ table: RoutingTable?
    ) -> [Diagnostic] {
        let found = PolicyContext(set, sources, table, self)?.check() ?? []
        return applyingLevels(to: SuppressionUse(found, in: sources).active).filter { $0.severity == .error }
    }
}
