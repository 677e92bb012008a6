import WaybillManifest
import WaybillSyntax

extension LintConfiguration {
    /// Reads a configuration. Its problems are in ``diagnostics``, and the valid parts apply.
    ///
    /// - Parameter index: The index of the file in the report's sources, after those of the compilation.
    public init(_ file: ConfigurationFile, index: Int) {
        self.file = file
        let reading = ToolFile(file.source, index: index, of: ConfigurationGrammar.object, called: "the configuration")
        if let fields = reading.fields { decode(fields) }
        diagnostics = reading.diagnostics
    }

    private mutating func decode(_ fields: ObjectReader) {
        for (rule, level) in fields[ConfigurationGrammar.rules] ?? [] { levels[rule] = level }
        policy.vocabulary = fields[ConfigurationGrammar.vocabulary] ?? LintPolicy.Vocabulary()
        policy.naming = fields[ConfigurationGrammar.naming] ?? []
        policy.requirements = fields[ConfigurationGrammar.policies] ?? []
        policy.folders = fields[ConfigurationGrammar.folders] ?? []
        policy.entryPoints = fields[ConfigurationGrammar.entryPoints] ?? []
        if fields[ConfigurationGrammar.requireFallback] == true {
            policy.requiredFallback = fields.entry(ConfigurationGrammar.requireFallback)?.key.span
        }
        policy.privileged = fields[ConfigurationGrammar.privileged]
        policy.debug = fields[ConfigurationGrammar.debug]
        baseline = fields[ConfigurationGrammar.baseline]?.value
        registry = fields[ConfigurationGrammar.registry]
        executable = fields[ConfigurationGrammar.executable]?.value
        policy.budgets = fields[ConfigurationGrammar.budgets] ?? LintPolicy.Budgets()
    }
}
