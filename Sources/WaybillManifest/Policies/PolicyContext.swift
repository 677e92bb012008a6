import WaybillProofs
import WaybillSyntax
import WaybillTable

/// What the checks of a team's policies read.
struct PolicyContext {
    let set: ManifestSet
    let sources: [SourceFile]
    /// `nil` while the set has errors after which nobody knows what its routes will do.
    let table: RoutingTable?
    let file: ConfigurationFile
    let policy: LintPolicy
    /// What words were meant to be.
    let names = NameSuggestions()

    /// `nil` where nothing is demanded, or not clearly: half of a list would accuse what the other half allows.
    init?(_ set: ManifestSet, _ sources: [SourceFile], _ table: RoutingTable?, _ configuration: LintConfiguration) {
        let isSound = !configuration.diagnostics.contains { $0.rule == .badConfiguration && $0.severity == .error }
        guard let file = configuration.file, isSound else { return nil }
        self.file = file
        self.set = set
        self.sources = sources
        self.table = table
        policy = configuration.policy
    }

    /// Every finding of rules that a team asks for.
    func check() -> [Diagnostic] {
        checkVocabulary() + checkNames() + checkFolders() + checkEntryPoints() + checkFallback() + checkPrivileged()
            + checkDebugRoutes() + checkPolicies() + checkBudgets() + checkSelections() + checkPlaces()
    }

    /// Where to speak of a route.
    func place(of route: Route) -> SourceSpan {
        route.isIDGiven ? route.id.span : route.patterns.first?.span ?? route.id.span
    }

    /// The path of a file as seen from the configuration's folder.
    func path(ofFile index: Int) -> String? {
        sources.indices.contains(index) ? file.relative(sources[index].path) : nil
    }
}

// MARK: Selections

extension PolicyContext {
    /// The routes that a selection is about, as indices; all of them for none.
    func routes(of selection: LintPolicy.Selection?) -> [Int] {
        set.routes.indices.filter { index in selection.map { selects($0, index) } ?? true }
    }

    private func selects(_ selection: LintPolicy.Selection, _ index: Int) -> Bool {
        let route = set.routes[index]
        let answered = route.methods.map(\.value)
        return selection.tags.isMet { tags(ofRoute: index).contains($0.value) }
            && selection.modules.isMet { $0.value == route.moduleName }
            && selection.handlers.isMet { $0.value == route.handlerName }
            && selection.methods.isMet { answered.isEmpty || answered.contains($0.value) }
            && selection.urls.isMet { url in
                let part = EntryPoint(url.pattern)
                return route.patterns.contains { part.admits($0.pattern, route.constrained.automata, set.settings) }
            }
    }

    /// Its own and its module's.
    func tags(ofRoute index: Int) -> Set<String> {
        let own = set.routes[index].tags.map(\.value)
        let module = set.modules.first { $0.id.value == set.routes[index].moduleName }
        return Set(own + (module?.tags.map(\.value) ?? []))
    }

    /// G004, as a warning: names that nothing has, and that are near to some that are there. Others may be for other sets.
    func checkSelections() -> [Diagnostic] {
        guard table != nil else { return [] }
        var selections = policy.requirements.compactMap { requirement in
            if case .need(_, let selection, _) = requirement.demand { selection } else { nil }
        }
        selections += [policy.privileged, policy.debug?.selection].compactMap(\.self)
        let tags = Set(set.routes.indices.flatMap { self.tags(ofRoute: $0) } + set.tags.map(\.name.value))
        let handlers = Set(set.routes.compactMap(\.handlerName))
        return selections.flatMap { selection in
            unknown(selection.tags, "no route has the tag", among: tags)
                + unknown(selection.modules, "the set has no module", among: Set(set.modules.map(\.id.value)))
                + unknown(selection.handlers, "no route leads to the handler", among: handlers)
        }
    }

    func unknown(_ names: [Located<String>], _ words: String, among known: Set<String>) -> [Diagnostic] {
        names.filter { !known.contains($0.value) }.compactMap { name in
            idle(name, "\(words) '\(name.value)'", suggestions: self.names.near(name.value, among: known))
        }
    }

    /// The same for folders and for globs of files.
    func checkPlaces() -> [Diagnostic] {
        guard table != nil, !policy.folders.isEmpty || policy.debug != nil else { return [] }
        let paths = sources.indices.compactMap(path(ofFile:))
        let places = Set(paths.flatMap(\.selfAndFolders))
        let folders = policy.folders.map(\.path).filter { folder in
            !paths.contains { $0.hasPrefix(folder.value.asPrefix) }
        }
        let globs = (policy.debug?.files ?? []).filter { glob in
            !paths.contains { ManifestFiles.matches($0, glob: glob.value) }
        }
        return folders.compactMap { folder in
            idle(
                folder, "no file of the set is in '\(folder.value)'",
                suggestions: names.near(folder.value, among: places))
        }
            + globs.compactMap { glob in
                let (head, tail) = glob.value.dividedAtWildcard
                return idle(
                    glob, "no file of the set matches '\(glob.value)'",
                    suggestions: places.contains(head) ? [] : names.near(head, among: places).map { $0 + tail })
            }
    }

    private func idle(_ name: Located<String>, _ message: String, suggestions: [String]) -> Diagnostic? {
        guard !suggestions.isEmpty else { return nil }
        return Diagnostic(.badConfiguration, at: name.span, message, severity: .warning, suggestions: suggestions)
    }
}

extension String {
    /// A path, and those of the folders around it.
    fileprivate var selfAndFolders: [String] {
        let names = split(separator: "/")
        return names.indices.map { names[...$0].joined(separator: "/") }
    }

    /// A glob's folders and file up to the first that has wildcards, and the rest with the slash before it.
    fileprivate var dividedAtWildcard: (head: String, tail: String) {
        let names = split(separator: "/")
        let head = names.prefix { !$0.contains("*") && !$0.contains("?") }
        return (head.joined(separator: "/"), names.dropFirst(head.count).map { "/" + $0 }.joined())
    }
}

extension Array {
    /// Whether one of the elements is what is looked for, or nothing is.
    fileprivate func isMet(_ condition: (Element) -> Bool) -> Bool { isEmpty || contains(where: condition) }
}

extension Route {
    var moduleName: String? { if case .module(let name) = destination { name.value } else { nil } }
    var handlerName: String? { if case .handler(let name) = destination { name.value } else { nil } }
}
