package import WaybillSyntax

extension Compilation {
    /// The manifests, and behind them what lies beside them.
    package var lintedSources: [SourceFile] { sources + passedOver.map { SourceFile.unreadable(path: $0) } }

    /// Reads a configuration for this set.
    public func configuration(_ file: ConfigurationFile?) -> LintConfiguration {
        file.map { LintConfiguration($0, index: lintedSources.count) } ?? .standard
    }

    /// What breaks the policies of a configuration.
    package func policyDiagnostics(_ configuration: LintConfiguration) -> [Diagnostic] {
        PolicyContext(set, sources, table ?? tableDespiteErrors, configuration)?.check() ?? []
    }
}
