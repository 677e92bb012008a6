extension LintConfiguration {
    /// Reads a configuration. What is wrong in it stands in its ``diagnostics``, and what is sound counts.
    ///
    /// - Parameter index: The file's index among the sources of the report: behind those of the compilation.
    public init(_ file: ConfigurationFile, index: Int) {
        self.file = file
        guard file.source.isReadable else {
            let place = SourceSpan(file: index, start: 0, end: 0)
            diagnostics = [
                Diagnostic(
                    .badConfiguration, at: place, "'\(file.source.path)' cannot be read",
                    help: "check the path and its permissions")
            ]
            return
        }
        let (node, found) = YAMLReader.read(file.source, index: index)
        let context = DecodingContext(file: file.source, environment: [:])
        if let node { decode(node, context) }
        let isBlank = node == nil && found.allSatisfy { $0.rule == .documentCount }
        diagnostics = isBlank ? [] : (found + context.diagnostics).map(\.asConfigurationFinding)
    }

    private mutating func decode(_ node: YAMLNode, _ context: DecodingContext) {
        let anchor = node.entries.first { _ in true }?.key.span ?? node.span
        let slot = Slot(node: node, label: .phrase("the configuration"), anchor: anchor)
        guard Shape.object(ConfigurationGrammar.object).admits(node) else {
            return context.reportMismatch(slot, expected: .object(ConfigurationGrammar.object))
        }
        self.decode(Fields(slot, ConfigurationGrammar.object, context))
    }

    private mutating func decode(_ fields: Fields) {
        for (rule, level) in fields[ConfigurationGrammar.rules] ?? [] { levels[rule] = level }
        demands.vocabulary = fields[ConfigurationGrammar.vocabulary] ?? Demands.Vocabulary()
        demands.naming = fields[ConfigurationGrammar.naming] ?? []
        demands.policies = fields[ConfigurationGrammar.policies] ?? []
        demands.folders = fields[ConfigurationGrammar.folders] ?? []
        demands.entryPoints = fields[ConfigurationGrammar.entryPoints] ?? []
        if fields[ConfigurationGrammar.requireFallback] == true {
            demands.requiredFallback = fields.entry(ConfigurationGrammar.requireFallback)?.key.span
        }
        demands.privileged = fields[ConfigurationGrammar.privileged]
        demands.debug = fields[ConfigurationGrammar.debug]
        demands.budgets = fields[ConfigurationGrammar.budgets] ?? Demands.Budgets()
    }
}

extension Diagnostic {
    /// Whatever rule of manifests a configuration breaks, it is the linter's own file that is wrong.
    fileprivate var asConfigurationFinding: Diagnostic {
        guard rule != .unknownRuleID else { return self }
        var finding = self
        finding.rule = .badConfiguration
        return finding
    }
}

extension Compilation {
    /// Reads a configuration for this set.
    public func configuration(_ file: ConfigurationFile?) -> LintConfiguration {
        file.map { LintConfiguration($0, index: sources.count) } ?? .standard
    }
}
