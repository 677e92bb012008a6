import WaybillTable

extension ManifestSet {
    /// Puts the manifests of a set together. The order of the manifests makes no difference.
    ///
    /// Of what is given twice the first by file and place is kept. Default route ids may repeat in the result: two
    /// routes of one pattern are the business of P001, and of `clashingDefaultIDs` where that has nothing to say.
    package static func merging(_ manifests: [Manifest]) -> (set: ManifestSet, diagnostics: [Diagnostic]) {
        var merger = ManifestMerger()
        merger.takeSingleSections(manifests)
        merger.takeDeclarations(manifests)
        merger.takeRouting(manifests)
        merger.set.tests = manifests.flatMap(\.tests).sorted { $0.content < $1.content }
        merger.set.useSettingsForParams()
        return (merger.set, merger.diagnostics)
    }

    /// Builds the automata of lists of values anew where the set's paths are compared without case.
    ///
    /// Decoding knows one file, and so not the set's settings: it compares with case.
    package mutating func useSettingsForParams() {
        guard !settings.isCaseSensitive else { return }
        for index in routes.indices { routes[index].narrowed = routes[index].narrowed.map(\.foldingCase) }
        for index in interceptors.indices {
            interceptors[index].narrowed = interceptors[index].narrowed.map(\.foldingCase)
        }
    }

    /// Routes whose default id is the id of an earlier route too, with the index of the first route of that id.
    package var clashingDefaultIDs: [(route: Int, first: Int)] {
        var first: [String: Int] = [:]
        for (index, route) in routes.enumerated() where route.isIDGiven { first[route.id.value] = index }
        var clashes: [(route: Int, first: Int)] = []
        for (index, route) in routes.enumerated() where !route.isIDGiven {
            if let earlier = first[route.id.value] {
                clashes.append((index, earlier))
            } else {
                first[route.id.value] = index
            }
        }
        return clashes
    }
}

extension Narrowed {
    /// The same with a list of values compared without case; anything else as it is.
    fileprivate var foldingCase: Narrowed {
        guard case .oneOf = narrowing, let folded = try? Automaton(narrowing, caseSensitive: false) else { return self }
        var copy = self
        copy.automaton = folded
        return copy
    }
}

/// A set while manifests are put into it.
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

    mutating func takeDeclarations(_ manifests: [Manifest]) {
        set.tags = unique(manifests.flatMap(\.tags), "tag", by: \.name)
        set.protocols = unique(manifests.flatMap(\.protocols), "protocol", by: \.name)
        set.modules = unique(manifests.flatMap(\.modules), "module", by: \.id)
        checkIdentifiers()
        takeAdapters(manifests.flatMap(\.adapters))
    }

    mutating func takeRouting(_ manifests: [Manifest]) {
        set.interceptors = unique(manifests.flatMap(\.interceptors), "interceptor", by: \.id)
        let routes = manifests.flatMap(\.routes)
        let named = unique(routes.filter(\.isIDGiven), "route id", by: \.id)
        set.routes = (named + routes.filter { !$0.isIDGiven }).sorted { $0.content < $1.content }
    }

    /// The elements sorted by name, each name once; reports the later ones (I001).
    private mutating func unique<Element>(
        _ elements: [Element], _ noun: String, by name: KeyPath<Element, Located<String>>
    ) -> [Element] {
        var first: [String: SourceSpan] = [:]
        var kept: [Element] = []
        for element in elements.sorted(by: { $0[keyPath: name].span < $1[keyPath: name].span }) {
            let located = element[keyPath: name]
            if let earlier = first[located.value] {
                reportDuplicate(noun, located, earlier)
            } else {
                first[located.value] = located.span
                kept.append(element)
            }
        }
        return kept.sorted { $0[keyPath: name].value < $1[keyPath: name].value }
    }

    /// I001 for identifiers of any modules; the set keeps each with its first module.
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

    /// One adapter for each required protocol: the same pair twice is X011, another pair is I001.
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
            let note = Diagnostic.Note("first bound here", at: first.required.span)
            diagnostics.append(Diagnostic(.duplicateAdapter, at: adapter.required.span, message, notes: [note]))
        }
        set.adapters = kept.values.sorted { $0.required.value < $1.required.value }
    }

    private mutating func reportDuplicate(_ noun: String, _ later: Located<String>, _ first: Located<String>) {
        reportDuplicate(noun, later, first.span)
    }

    private mutating func reportDuplicate(_ noun: String, _ later: Located<String>, _ first: SourceSpan) {
        let message = "\(noun) '\(later.value)' is already declared"
        let note = Diagnostic.Note("first declared here", at: first)
        diagnostics.append(Diagnostic(.duplicateID, at: later.span, message, notes: [note]))
    }

    private mutating func reportRepeated(_ section: String, _ spans: [SourceSpan]) {
        guard let first = spans.first else { return }
        for span in spans.dropFirst() {
            let message = "'\(section)' stands once in a set, and is given twice"
            let note = Diagnostic.Note("first given here", at: first)
            diagnostics.append(Diagnostic(.repeatedSection, at: span, message, notes: [note]))
        }
    }
}
