package import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// Merges the manifests of a set. Their order does not matter.
    ///
    /// Of duplicates, the first by file and place is kept. Default route ids may repeat in the result: two routes with
    /// one pattern are reported as P001, or by `clashingDefaultIDs`.
    package static func merging(_ manifests: [Manifest]) -> (set: ManifestSet, diagnostics: [Diagnostic]) {
        var merger = ManifestMerger()
        merger.takeSingleSections(manifests)
        merger.takeDeclarations(manifests)
        merger.takeRoutes(manifests)
        merger.takeTests(manifests)
        merger.set.useSettingsForParams()
        return (merger.set, merger.diagnostics)
    }

    /// Rebuilds the automata of lists of values if the set compares paths without case.
    ///
    /// Decoding knows only one file, and not the settings of the set, so it compares with case.
    package mutating func useSettingsForParams() {
        guard !settings.isCaseSensitive else { return }
        for index in routes.indices where routes[index].constrained.contains(where: \.listsValues) {
            routes[index].content.constrained = routes[index].constrained.map(\.foldingCase)
        }
        for index in interceptors.indices {
            interceptors[index].constrained = interceptors[index].constrained.map(\.foldingCase)
        }
    }

    /// Routes whose default id is also the id of an earlier route, with the index of the first route of that id.
    package var clashingDefaultIDs: [(route: Int, first: Int)] {
        routes.runsOfOneID.flatMap { run in
            // An explicit id counts as the first, whatever the order.
            let first = run.first { routes[$0].hasExplicitID } ?? run.lowerBound
            return run.filter { $0 != first && !routes[$0].hasExplicitID }.map { ($0, first) }
        }
    }
}

extension [Route] {
    /// The ranges of routes with the same id, in routes that are sorted by id.
    fileprivate var runsOfOneID: [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        while start < count {
            var end = start + 1
            while end < count, self[end].id.value.exact == self[start].id.value.exact { end += 1 }
            if end - start > 1 { runs.append(start..<end) }
            start = end
        }
        return runs
    }
}

extension Constrained {
    fileprivate var listsValues: Bool { if case .oneOf = constraint { true } else { false } }

    /// Returns the constraint with a list of values compared without case; other constraints stay the same.
    fileprivate var foldingCase: Constrained {
        guard case .oneOf = constraint, isBuilt, let folded = try? Automaton(constraint, caseSensitive: false) else {
            return self
        }
        var copy = self
        copy.automaton = folded
        return copy
    }
}

/// A set to which manifests are being added.
private struct ManifestMerger {
    var set = ManifestSet()
    var diagnostics: [Diagnostic] = []

    mutating func takeSingleSections(_ manifests: [Manifest]) {
        let settings = manifests.compactMap(\.settings).sorted { $0.span < $1.span }
        set.settings = settings.first?.match ?? MatchSettings()
        reportRepeated("settings", settings.map(\.span))
        let fallbacks = manifests.compactMap(\.fallback).sorted { $0.span < $1.span }
        set.fallback = fallbacks.first
        set.fallback?.byTag.sort { $0.tag.value < $1.tag.value }
        reportRepeated("fallback", fallbacks.map(\.span))
    }

    mutating func takeTests(_ manifests: [Manifest]) {
        set.tests = manifests.flatMap(\.tests).sorted { $0.content < $1.content }
    }

    mutating func takeDeclarations(_ manifests: [Manifest]) {
        set.tags = unique(manifests.flatMap(\.tags), "tag", by: \.name)
        set.protocols = unique(manifests.flatMap(\.protocols), "protocol", by: \.name)
        set.modules = unique(manifests.flatMap(\.modules), "module", by: \.id)
        checkIdentifiers()
        takeAdapters(manifests.flatMap(\.adapters))
        set.interceptors = unique(manifests.flatMap(\.interceptors), "interceptor", by: \.id)
    }

    /// Adds the routes in the order of their contents: of an explicit id the first by place, and all routes with
    /// default ids.
    mutating func takeRoutes(_ manifests: [Manifest]) {
        set.routes = manifests.flatMap(\.routes).sorted(by: Route.precedes)
        dropRepeatedIDs()
    }

    /// Keeps, of the routes with one id, the first with an explicit id and all with a default id.
    private mutating func dropRepeatedIDs() {
        var dropped: Set<Int> = []
        for run in set.routes.runsOfOneID {
            let given = run.filter { set.routes[$0].hasExplicitID }
                .sorted { set.routes[$0].id.span < set.routes[$1].id.span }
            for later in given.dropFirst() {
                reportDuplicate("route id", set.routes[later].id, set.routes[given[0]].id)
                dropped.insert(later)
            }
        }
        guard !dropped.isEmpty else { return }
        set.routes = set.routes.indices.filter { !dropped.contains($0) }.map { set.routes[$0] }
    }

    /// Returns the elements sorted by name, each name once: the first by place. Reports the later ones (I001).
    private mutating func unique<Element>(
        _ elements: [Element], _ noun: String, by name: KeyPath<Element, Located<String>>
    ) -> [Element] {
        let names = elements.map { $0[keyPath: name] }
        let order = names.indices.sorted { left, right in
            names[left].value == names[right].value
                ? names[left].span < names[right].span : names[left].value < names[right].value
        }
        var kept: [Int] = []
        for index in order {
            if let first = kept.last, names[first].value == names[index].value {
                reportDuplicate(noun, names[index], names[first])
            } else {
                kept.append(index)
            }
        }
        return kept.map { elements[$0] }
    }

    /// I001 for identifiers of any modules. The set keeps each with its first module.
    private mutating func checkIdentifiers() {
        var first: [String: SourceSpan] = [:]
        for identifier in set.modules.flatMap(\.identifiers).sorted(by: { $0.span < $1.span }) {
            if let earlier = first[identifier.value] {
                reportDuplicate("identifier", identifier, earlier)
            } else {
                first[identifier.value] = identifier.span
            }
        }
        for index in set.modules.indices {
            set.modules[index].identifiers.removeAll { first[$0.value] != $0.span }
        }
    }

    /// Keeps one adapter for each required protocol. A repeated pair is X011, another pair is I001.
    private mutating func takeAdapters(_ adapters: [Adapter]) {
        var kept: [String: Adapter] = [:]
        for adapter in adapters.sorted(by: { $0.required.span < $1.required.span }) {
            guard let first = kept[adapter.required.value] else {
                kept[adapter.required.value] = adapter
                continue
            }
            guard first.provided.value == adapter.provided.value else {
                reportDuplicate("adapter", adapter.required, first.required)
                continue
            }
            let message = "'\(adapter.required.value)' is bound to '\(adapter.provided.value)' twice"
            let note = Diagnostic.Note("it is first bound here", at: first.required.span)
            diagnostics.append(Diagnostic(.duplicateAdapter, at: adapter.required.span, message, notes: [note]))
        }
        set.adapters = kept.values.sorted { $0.required.value < $1.required.value }
    }

    private mutating func reportDuplicate(_ noun: String, _ later: Located<String>, _ first: Located<String>) {
        reportDuplicate(noun, later, first.span)
    }

    private mutating func reportDuplicate(_ noun: String, _ later: Located<String>, _ first: SourceSpan) {
        let message = "\(noun) '\(later.value)' is already declared"
        let note = Diagnostic.Note("it is first declared here", at: first)
        let other = noun == "route id" ? "another id" : "another name"
        diagnostics.append(
            Diagnostic(
                .duplicateID, at: later.span, message, notes: [note],
                help: "give one of the two \(other), or remove it"))
    }

    private mutating func reportRepeated(_ section: String, _ spans: [SourceSpan]) {
        guard let first = spans.first else { return }
        for span in spans.dropFirst() {
            let message = "'\(section)' must appear only once in a set, but appears twice"
            let note = Diagnostic.Note("it first appears here", at: first)
            diagnostics.append(Diagnostic(.repeatedSection, at: span, message, notes: [note]))
        }
    }
}
