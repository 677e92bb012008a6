import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

/// The input of the checks of a team's policies.
final class PolicyContext {
    let set: ManifestSet
    let sources: [SourceFile]
    /// `nil` if the set has errors that make the effect of its routes unknown.
    let table: RoutingTable?
    let file: ConfigurationFile
    let policy: LintPolicy
    private let tagsByModule: [String: [String]]
    /// The requests that rewrites lead on; `nil` without a table.
    private(set) lazy var rewrittenRequests = table.map { RedirectedRequests(rewrittenIn: set, $0) }
    /// `nil` without a table.
    private(set) lazy var guardAnswers = table.flatMap { table in rewrittenRequests.map { GuardAnswers(table, $0) } }
    /// Suggestions for unknown words.
    let names = NameSuggestions()

    /// Returns `nil` if there are no policies, or if they are not valid. A partial list would report what its missing
    /// part allows.
    init?(_ set: ManifestSet, _ sources: [SourceFile], _ table: RoutingTable?, _ configuration: LintConfiguration) {
        let isValid = !configuration.diagnostics.contains { $0.rule == .badConfiguration && $0.severity == .error }
        guard let file = configuration.file, isValid else { return nil }
        self.file = file
        self.set = set
        self.sources = sources
        self.table = table
        policy = configuration.policy
        tagsByModule = set.tagsByModule
    }

    /// Returns the diagnostics of all configured policies.
    func check() -> [Diagnostic] {
        Check.all.filter { $0.isAskedFor(policy) }.flatMap { $0.find(self) }
    }

    /// The place for messages about a route.
    func place(of route: Route) -> SourceSpan {
        route.hasExplicitID ? route.id.span : route.patterns.first?.span ?? route.id.span
    }

    /// Returns the path of a file relative to the configuration's folder.
    func path(ofFile index: Int) -> String? {
        sources.indices.contains(index) ? file.relative(sources[index].path) : nil
    }
}

// MARK: Policies with `need` and with `before`

extension PolicyContext {
    /// G004: a policy for an unknown interceptor has no effect.
    func unknownInterceptor(_ name: Located<String>) -> Diagnostic {
        let codes = set.interceptors.compactMap(\.action.code?.value)
        let suggestions = names.near(name.value, among: set.interceptors.map(\.id.value) + codes)
        return Diagnostic(
            .badConfiguration, at: name.span, "no interceptor has the id '\(name.value)', and none uses it",
            suggestions: suggestions, help: suggestions.isEmpty ? "declare it in a manifest, or remove it here" : nil)
    }

    /// Returns the places of rewrites and redirects.
    func spans(of sources: [RedirectSource]) -> [SourceSpan] {
        sources.map { source in
            switch source {
            case .interceptor(let index): set.interceptors[index].id.span
            case .route(let index): place(of: set.routes[index])
            }
        }
    }

    func note(_ requirement: LintPolicy.Requirement) -> Diagnostic.Note {
        .init("it is required here" + (requirement.because.map { ": \($0)" } ?? ""), at: requirement.span)
    }
}

extension Check<PolicyContext> {
    static let places = Check(.badConfiguration) { $0.checkPlaces() }
}

// MARK: Places

extension PolicyContext {
    /// The tags of a route and its module.
    func tags(ofRoute index: Int) -> Set<String> {
        Set(set.routes[index].tagNames(tagsByModule))
    }

    /// G004, as a warning: folders and globs of files that are not there, but are similar to others.
    func checkPlaces() -> [Diagnostic] {
        guard table != nil, !policy.folders.isEmpty || policy.debug != nil else { return [] }
        let paths = sources.indices.compactMap(path(ofFile:))
        let places = Set(paths.flatMap(\.selfAndFolders))
        let folders = policy.folders.map(\.path).filter { folder in
            !paths.contains { $0.hasPrefix(folder.value.asPrefix) }
        }
        let globs = (policy.debug?.files ?? []).filter { glob in
            !paths.contains { Glob(glob.value).matches($0[...]) }
        }
        return folders.compactMap { folder in
            unused(
                folder, "no file of the set is in '\(folder.value)'",
                suggestions: names.near(folder.value, among: places))
        }
            + globs.compactMap { glob in
                let (head, tail) = glob.value.dividedAtWildcard
                return unused(
                    glob, "no file of the set matches '\(glob.value)'",
                    suggestions: places.contains(head) ? [] : names.near(head, among: places).map { $0 + tail })
            }
    }

    /// A warning of a word without effect, if it is similar to others. Without one it may be for other sets.
    func unused(_ name: Located<String>, _ message: String, suggestions: [String]) -> Diagnostic? {
        guard !suggestions.isEmpty else { return nil }
        return Diagnostic(.badConfiguration, at: name.span, message, severity: .warning, suggestions: suggestions)
    }
}

extension String {
    /// The path and its parent folders.
    fileprivate var selfAndFolders: [String] {
        let names = split(separator: "/")
        return names.indices.map { names[...$0].joined(separator: "/") }
    }

    /// The segments of a glob up to the first with wildcards, and the rest with the slash before it.
    fileprivate var dividedAtWildcard: (head: String, tail: String) {
        let names = split(separator: "/")
        let head = names.prefix { !$0.contains("*") && !$0.contains("?") }
        return (head.joined(separator: "/"), names.dropFirst(head.count).map { "/" + $0 }.joined())
    }
}
