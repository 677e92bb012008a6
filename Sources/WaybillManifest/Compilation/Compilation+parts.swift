extension Compilation {
    /// What requests are asked of; `nil` where the set has errors and so no table.
    package var routedSet: RoutedSet? { table.map { RoutedSet(set: set, table: $0) } }

    /// Whether all that stands for a manifest could be read.
    package var isReadable: Bool { !diagnostics.contains { $0.rule == .unreadableFile } }

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
