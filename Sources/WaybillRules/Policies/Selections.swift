import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension Check<PolicyContext> {
    static let selections = Check(.badConfiguration) { $0.checkSelections() }
}

/// One list of a selection of routes. A route matches it if it matches an entry.
private struct SelectionList {
    /// What is true if no route matches the entry that follows these words.
    var lack: String
    var entries: [Located<String>]
    /// The words that may be meant.
    var known: () -> Set<String>
    /// Returns the indices of the entries that a route, by its index, matches.
    var matches: (Int) -> [Int]

    init(
        _ lack: String, _ entries: [Located<String>], among known: @autoclosure @escaping () -> Set<String>,
        matches: @escaping (Int, String) -> Bool
    ) {
        self.init(
            lack, entries, among: known(),
            all: { route in entries.indices.filter { matches(route, entries[$0].value) } })
    }

    init(
        _ lack: String, _ entries: [Located<String>], among known: @autoclosure @escaping () -> Set<String>,
        all matches: @escaping (Int) -> [Int]
    ) {
        self.lack = lack
        self.entries = entries
        self.known = known
        self.matches = matches
    }

    func isMet(by route: Int) -> Bool { !matches(route).isEmpty }
}

extension PolicyContext {
    /// Returns the indices of the selected routes; all routes if there is no selection. If the limits end the search for
    /// its URLs, the rest is selected.
    func routes(of selection: LintPolicy.Selection?) -> [Int] {
        guard let selection else { return Array(set.routes.indices) }
        let lists = lists(of: selection)
        return set.routes.indices.filter { route in lists.allSatisfy { $0.isMet(by: route) } }
    }

    private func lists(of selection: LintPolicy.Selection) -> [SelectionList] {
        let routes = set.routes
        let modules = set.modules
        let lists = [
            SelectionList("no route has the tag", selection.tags, among: self.knownTags()) {
                self.tags(ofRoute: $0).contains($1)
            },
            SelectionList("no route leads to the module", selection.modules, among: Set(modules.map(\.id.value))) {
                $1 == routes[$0].destination.module?.value
            },
            SelectionList("no route leads to the handler", selection.handlers, among: self.knownHandlers()) {
                Glob.matches(routes[$0].destination.handler?.value, as: $1)
            },
            SelectionList("no route has the id", selection.ids, among: Set(routes.map(\.id.value))) {
                Glob.matches(routes[$0].id.value, as: $1)
            },
            SelectionList("no route is in the file", selection.files, among: self.knownFiles()) {
                guard let path = self.path(ofFile: routes[$0].id.span.file) else { return false }
                return Glob($1).matches(path[...])
            },
            SelectionList("no route answers", selection.methods, among: registeredMethods) { index, method in
                let answered = routes[index].methods.map(\.value)
                // A route without methods answers every method, but not one that nobody knows.
                if answered.isEmpty { return registeredMethods.contains(method) }
                return answered.contains(method) || method == "HEAD" && answered.contains("GET")
            },
            urls(of: selection),
        ]
        return lists.filter { !$0.entries.isEmpty }
    }

    private func urls(of selection: LintPolicy.Selection) -> SelectionList {
        let all = EntryPoints(selection.urls.map { EntryPoint($0.pattern) }, set.settings)
        var points = selection.urls.map { EntryPoints([EntryPoint($0.pattern)], set.settings) }
        return SelectionList("no route serves a URL of", selection.urls.map(\.text), among: self.knownURLs()) { route in
            let route = self.set.routes[route]
            return route.patterns.flatMap { pattern in
                (all.near(pattern.pattern) ?? Array(points.indices)).filter {
                    points[$0].admit(pattern.pattern, route.constrained.automata) ?? true
                }
            }
        }
    }

    /// G004: a selection without routes, so that its policy proves nothing, and, as a warning, entries that select
    /// nothing but are similar to others.
    fileprivate func checkSelections() -> [Diagnostic] {
        guard table != nil, !set.routes.isEmpty else { return [] }
        let needs = policy.requirements.compactMap { requirement in
            if case .need(_, let selection, _) = requirement.demand { selection } else { nil }
        }
        let found = (needs + [policy.privileged].compactMap(\.self)).flatMap { selection in
            routes(of: selection).isEmpty ? [void(selection)] : unusedEntries(of: selection)
        }
        // A set without debug routes is as it should be.
        return found + (policy.debug.map { unusedEntries(of: $0.selection) } ?? [])
    }

    private func unusedEntries(of selection: LintPolicy.Selection) -> [Diagnostic] {
        lists(of: selection).flatMap { list -> [Diagnostic] in
            let used = Set(set.routes.indices.flatMap(list.matches))
            guard used.count < list.entries.count else { return [] }
            let known = list.known()
            return list.entries.indices.compactMap { index in
                let entry = list.entries[index]
                guard !used.contains(index), !known.contains(entry.value) else { return nil }
                return unused(
                    entry, "\(list.lack) '\(entry.value)'", suggestions: names.near(entry.value, among: known))
            }
        }
    }

    private func void(_ selection: LintPolicy.Selection) -> Diagnostic {
        let help = "correct it, or remove the policy: without routes it proves nothing"
        let list = lists(of: selection).first { list in !set.routes.indices.contains { list.isMet(by: $0) } }
        guard let list else {
            return Diagnostic(
                .badConfiguration, at: selection.span, "no route matches every list of this selection", help: help)
        }
        let suggestions = list.entries.count == 1 ? names.near(list.entries[0].value, among: list.known()) : []
        return Diagnostic(
            .badConfiguration, at: list.entries[0].span,
            "\(list.lack) \(alternatives(list.entries.map(\.value))), so the policy selects nothing",
            suggestions: suggestions, help: help)
    }

    // MARK: What may be meant

    private func knownTags() -> Set<String> {
        Set(set.routes.indices.flatMap { tags(ofRoute: $0) } + set.tags.map(\.name.value))
    }

    private func knownHandlers() -> Set<String> { Set(set.routes.compactMap(\.destination.handler?.value)) }

    private func knownFiles() -> Set<String> {
        Set(set.routes.compactMap { path(ofFile: $0.id.span.file) })
    }

    /// The patterns of routes, and what is below each of their paths.
    private func knownURLs() -> Set<String> {
        Set(
            set.routes.flatMap(\.patterns).flatMap { pattern -> [String] in
                let text = pattern.text.value
                let slashes = text.indices.dropFirst().filter { text[$0] == "/" }
                return [text, text + "/**"] + slashes.map { text[..<$0] + "/**" }
            })
    }
}
