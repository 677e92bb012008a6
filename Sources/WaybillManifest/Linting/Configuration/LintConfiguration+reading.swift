extension LintConfiguration {
    /// Reads a configuration. What is wrong in it stands in its ``diagnostics``, and what is sound counts.
    ///
    /// - Parameter index: The file's index among the sources of the report: behind those that the
    ///   compilation finds something in.
    public init(_ file: ConfigurationFile, index: Int) {
        self.file = file
        let reading = ToolFile(file.source, index: index, of: ConfigurationGrammar.object, called: "the configuration")
        if let fields = reading.fields { decode(fields) }
        diagnostics = reading.diagnostics
    }

    private mutating func decode(_ fields: ObjectReader) {
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
        baseline = fields[ConfigurationGrammar.baseline]?.value
        demands.budgets = fields[ConfigurationGrammar.budgets] ?? Demands.Budgets()
    }
}

extension Compilation {
    /// Reads a configuration for this set.
    public func configuration(_ file: ConfigurationFile?) -> LintConfiguration {
        file.map { LintConfiguration($0, index: lintedSources.count) } ?? .standard
    }
}
