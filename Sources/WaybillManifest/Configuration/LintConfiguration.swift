public import WaybillSyntax

/// What a team says about `waybill check`: the contents of its `.waybill.yaml`.
///
/// It changes what check says, and never what loads: an error that the loader refuses stays one, whatever is here. A
/// service that reloads rejects a set that breaks a policy which its current set keeps.
public struct LintConfiguration: Sendable {
    /// The file that it was read from.
    public var file: ConfigurationFile?
    /// What is wrong in that file: G003 and G004.
    public var diagnostics: [Diagnostic] = []
    /// What breaking a rule weighs here.
    package var levels: [Rule: Level] = [:]
    var policy = LintPolicy()
    /// As written.
    var baseline: String?
    /// As written.
    package var registry: Located<String>?
    /// As written.
    var executable: String?

    public init() {}

    /// What is looked at where nobody says anything.
    public static let standard = LintConfiguration()

    /// What a rule can be set to.
    public enum Level: String, Sendable, CaseIterable { case off, hint, info, warning, error }
}

extension LintConfiguration.Level {
    /// `nil` for off.
    var severity: Severity? { Severity(rawValue: rawValue) }
}

extension LintConfiguration {
    /// The path of the baseline, from where the configuration's own path is seen from.
    public var baselinePath: String? { path(baseline) }

    /// The path of the registry, in the same way.
    public var registryPath: String? { path(registry?.value) }

    /// The path of the executable, in the same way.
    public var executablePath: String? { path(executable) }

    private func path(_ written: String?) -> String? {
        guard let written, let file else { return nil }
        return written.hasPrefix("/") ? written : ManifestFiles.folderPrefix(of: file.source.path) + written
    }

    /// How many diagnostics of one rule people are shown, where it says so.
    package var mostPerRule: Int? { policy.budgets.findings?.value }

    /// What breaking a rule weighs; `nil` where it is not looked at.
    public func severity(of rule: Rule) -> Severity? {
        if let level = levels[rule] { return level.severity }
        return rule.isOnByDefault || policy.rules.contains(rule) ? rule.severity : nil
    }

    /// Whether a rule is looked at.
    public func isOn(_ rule: Rule) -> Bool { severity(of: rule) != nil }

    /// The problems with the weight that the team gives them, without those of rules that are off.
    ///
    /// Errors stay errors: only what may be turned down has a level here, and of that no more than the milder problems.
    package func weighed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        // A vocabulary of methods says which ones there are.
        let hasMethods = policy.vocabulary.methods != nil
        guard !levels.isEmpty || hasMethods else { return diagnostics }
        return diagnostics.compactMap { diagnostic in
            if hasMethods, diagnostic.rule == .unknownMethod { return nil }
            guard let level = levels[diagnostic.rule] else { return diagnostic }
            guard diagnostic.severity < .error || Rule.policies.contains(diagnostic.rule) else { return diagnostic }
            guard let severity = level.severity else { return nil }
            var weighed = diagnostic
            weighed.severity = severity
            return weighed
        }
    }
}

extension Rule {
    /// Whether breaking it keeps no set from being loaded, whatever it weighs: nobody but check looks at it.
    package var isForCheckAlone: Bool { severity < .error || Self.policies.contains(self) }

    /// Errors that keep nothing from being loaded: guesses, and what a team asks for.
    fileprivate static let policies: Set<Rule> = [.plainSecret, .privateName, .wrongOrder, .missingInterceptor]
}
