import WaybillManifest
public import WaybillSyntax

/// The configuration of `waybill check`: the contents of `.waybill.yaml`.
///
/// It changes only the report, not what can be loaded: an error of the loader stays an error. A service rejects a
/// reload that breaks a policy which its current set keeps.
public struct LintConfiguration: Sendable {
    /// The file that it was read from.
    public var file: ConfigurationFile?
    /// The problems of that file: G003 and G004.
    public var diagnostics: [Diagnostic] = []
    /// The configured levels of rules.
    package var levels: [Rule: Level] = [:]
    var policy = LintPolicy()
    /// What the reading of the set has skipped.
    package var exclude: [Located<String>] = []
    /// As written.
    var baseline: String?
    /// As written.
    package var registry: Located<String>?
    /// As written.
    var executable: String?
    /// The OpenAPI document, and what fulfills its security.
    package var openAPI = OpenAPISettings()

    public init() {}

    /// The configuration without a file.
    public static let standard = LintConfiguration()

    /// The settings of `waybill openapi`.
    package struct OpenAPISettings: Sendable {
        /// As written.
        package var document: Located<String>?
        /// The interceptors that fulfill a security scheme, by its name.
        package var security: [(scheme: Located<String>, interceptors: [Located<String>])] = []

        package init() {}
    }

    /// The level of a rule.
    public enum Level: String, Sendable, CaseIterable { case off, hint, info, warning, error }
}

extension LintConfiguration.Level {
    /// `nil` for `off`.
    var severity: Severity? { Severity(rawValue: rawValue) }
}

extension LintConfiguration {
    /// The path of the baseline, relative to the folder to which the configuration's own path is relative.
    public var baselinePath: String? { path(baseline) }

    /// The path of the registry, in the same way.
    public var registryPath: String? { path(registry?.value) }

    /// The path of the executable, in the same way.
    public var executablePath: String? { path(executable) }

    /// The path of the OpenAPI document, in the same way.
    public var documentPath: String? { path(openAPI.document?.value) }

    private func path(_ written: String?) -> String? {
        guard let written, let file else { return nil }
        return written.hasPrefix("/") ? written : ManifestFiles.folderPrefix(of: file.source.path) + written
    }

    /// The limit of reported diagnostics for each rule, if it is configured.
    package var maximumPerRule: Int? { policy.budgets.findings?.value }

    /// Returns the severity of a rule; `nil` if it is off.
    public func severity(of rule: Rule) -> Severity? {
        if let level = levels[rule] { return level.severity }
        return rule.isOnByDefault || policy.rules.contains(rule) ? rule.severity : nil
    }

    /// Whether a rule is on.
    public func isOn(_ rule: Rule) -> Bool { severity(of: rule) != nil }

    /// Returns the diagnostics with their configured severities, without those of rules that are off.
    ///
    /// Errors of the loader stay errors. A level cannot lower them.
    package func applyingLevels(to diagnostics: [Diagnostic]) -> [Diagnostic] {
        // If methods are restricted, the vocabulary says which ones exist.
        let hasMethods = policy.vocabulary.methods != nil
        guard !levels.isEmpty || hasMethods else { return diagnostics }
        return diagnostics.compactMap { diagnostic in
            if hasMethods, diagnostic.rule == .unknownMethod { return nil }
            guard let level = levels[diagnostic.rule] else { return diagnostic }
            guard diagnostic.severity < .error || diagnostic.rule.isOpinion else { return diagnostic }
            guard let severity = level.severity else { return nil }
            var weighed = diagnostic
            weighed.severity = severity
            return weighed
        }
    }
}

extension LintConfiguration {
    /// Reads a configuration. Its problems are in ``diagnostics``, and the valid parts apply.
    ///
    /// - Parameter index: The index of the file in the report's sources, after those of the compilation.
    public init(_ file: ConfigurationFile, index: Int) {
        self.file = file
        let misnamed = file.misnamed.map { path in
            Diagnostic(
                .badConfiguration, at: .startOfFile(index), "'\(path)' is not read, because of its name",
                help: "rename it to '\(ConfigurationFile.name)', or move what it contains into that file")
        }
        guard !file.misnamed.contains(file.source.path) else {
            diagnostics = misnamed
            return
        }
        let reading = ToolFile(file.source, index: index, of: ConfigurationGrammar.object, called: "the configuration")
        if let fields = reading.fields { decode(fields) }
        diagnostics = reading.diagnostics + misnamed
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
        exclude = fields[ConfigurationGrammar.exclude] ?? []
        baseline = fields[ConfigurationGrammar.baseline]?.value
        registry = fields[ConfigurationGrammar.registry]
        executable = fields[ConfigurationGrammar.executable]?.value
        openAPI = fields[ConfigurationGrammar.openAPI] ?? OpenAPISettings()
        policy.budgets = fields[ConfigurationGrammar.budgets] ?? LintPolicy.Budgets()
    }
}
