import WaybillManifest
import WaybillSyntax
import WaybillTable

extension PolicyContext {
    // MARK: Vocabulary

    /// T001 and S004: words that are not in the team's vocabulary.
    func checkVocabulary() -> [Diagnostic] {
        let vocabulary = policy.vocabulary
        let methods = set.routes.flatMap(\.methods) + set.interceptors.flatMap(\.methods)
        let lanes = set.routes.compactMap(\.lane) + set.modules.compactMap(\.lane)
        return foreign(usedTags, "tag", in: vocabulary.tags, .unknownTag)
            + foreign(methods, "method", in: vocabulary.methods, .notInEnumeration)
            + foreign(lanes, "lane", in: vocabulary.lanes, .notInEnumeration)
    }

    /// If a set declares its tags, other tags are already reported.
    private var usedTags: [Located<String>] { self.set.tags.isEmpty ? set.usedTags : set.tags.map(\.name) }

    private func foreign(
        _ used: [Located<String>], _ noun: String, in words: [Located<String>]?, _ rule: Rule
    ) -> [Diagnostic] {
        guard let words, let first = words.first else { return [] }
        let known = Set(words.map(\.value))
        return used.filter { !known.contains($0.value) }.map { word in
            let suggestions = names.near(word.value, among: known)
            return Diagnostic(
                rule, at: word.span, "\(noun) '\(word.value)' is not in the configured vocabulary",
                notes: [.init("the vocabulary starts here", at: first.span)], suggestions: suggestions,
                help: suggestions.isEmpty ? "add it there\(CheckContext.list(known))" : nil,
                fixes: .writing(suggestions, at: word.span))
        }
    }

    // MARK: Naming

    /// I007: names that violate the naming convention, each at its first place.
    func checkNames() -> [Diagnostic] {
        policy.naming.flatMap { rule in
            var seen: Set<String> = []
            let names = names(of: rule.subject).sorted { $0.span < $1.span }
            return names.filter { seen.insert($0.value).inserted && !rule.convention.value.admits($0.value) }
                .map { misnamed($0, rule) }
        }
    }

    private func misnamed(_ name: Located<String>, _ rule: LintPolicy.NamingRule) -> Diagnostic {
        let convention = rule.convention.value
        let better = convention.style?.rewriting(name.value)
        return Diagnostic(
            .namingConvention, at: name.span,
            "\(rule.subject.noun) '\(name.value)' is not written in \(convention.text)",
            notes: [.init("the convention is here", at: rule.convention.span)],
            suggestions: better.map { convention.admits($0) ? [$0] : [] } ?? [],
            help: "rename it here and everywhere it is used")
    }

    private func names(of subject: NamingSubject) -> [Located<String>] {
        switch subject {
        case .routes: return set.routes.filter(\.hasExplicitID).map(\.id)
        case .modules: return set.modules.map(\.id)
        case .protocols: return set.protocols.map(\.name)
        case .interceptors: return set.interceptors.map(\.id)
        case .handlers: return set.handlerNames
        case .lanes: return set.routes.compactMap(\.lane) + set.modules.compactMap(\.lane)
        case .tags: return usedTags
        case .parameters:
            return (set.routes.flatMap(\.patterns) + set.interceptors.flatMap(\.patterns)).flatMap(captures)
        }
    }

    /// Returns the captures of a pattern, with the places of their names.
    private func captures(of pattern: LocatedPattern) -> [Located<String>] {
        let parts = pattern.pattern.captures.map { ($0.name, $0.range) }
        let catchAll = pattern.pattern.catchAll.flatMap { part in part.name.map { ($0, part.range) } }
        let span = pattern.span
        let isVerbatim = span.end - span.start == pattern.text.value.utf8.count
        return (parts + (catchAll.map { [$0] } ?? [])).map { name, range in
            let exact = SourceSpan(
                file: span.file, start: span.start + range.lowerBound, end: span.start + range.upperBound)
            return Located(name, at: isVerbatim ? exact : span)
        }
    }

    // MARK: Folders

    /// I006: references to declarations that another folder does not export.
    func checkFolders() -> [Diagnostic] {
        guard !policy.folders.isEmpty else { return [] }
        let folders = policy.folders.sorted { $0.path.value.utf8.count > $1.path.value.utf8.count }
        var owners: [Int: LintPolicy.Folder] = [:]
        for index in sources.indices {
            guard let path = path(ofFile: index) else { continue }
            owners[index] = folders.first { path.hasPrefix($0.path.value.asPrefix) }
        }
        return references.compactMap { name, declaration in
            guard let owner = owners[declaration.file], !owner.exports.contains(where: { $0.value == name.value }),
                path(ofFile: name.span.file)?.hasPrefix(owner.path.value.asPrefix) != true
            else { return nil }
            return kept(name, declaration, by: owner)
        } + idleExports(owners)
    }

    private func kept(_ name: Located<String>, _ declaration: SourceSpan, by owner: LintPolicy.Folder) -> Diagnostic {
        let exports = owner.exports.map(\.value)
        return Diagnostic(
            .privateName, at: name.span, "'\(name.value)' is not exported by folder '\(owner.path.value)'",
            notes: [
                .init("it is declared here", at: declaration),
                .init("the folder's exports are here", at: owner.path.span),
            ],
            help: exports.isEmpty
                ? "export it there, or do not use it"
                : "use what it exports (\(exports.joined(separator: ", "))), or export it there")
    }

    /// References with the places of the declarations.
    private var references: [(name: Located<String>, declaration: SourceSpan)] {
        let modules = Dictionary(firstOf: set.modules.map { ($0.id.value, $0.id.span) })
        let protocols = Dictionary(firstOf: set.protocols.map { ($0.name.value, $0.name.span) })
        let identifiers = Dictionary(firstOf: set.modules.flatMap { $0.identifiers.map { ($0.value, $0.span) } })
        var toModules = set.routes.compactMap(\.destination.module)
        toModules += set.fallback?.targets.compactMap(\.module) ?? []
        toModules += set.protocols.compactMap(\.defaultModule)
        var toProtocols = set.modules.flatMap { $0.provides + $0.requires } + set.modules.compactMap(\.configuration)
        toProtocols += set.adapters.flatMap { [$0.required, $0.provided] } + set.protocols.flatMap(\.parts)
        return toModules.compactMap { name in modules[name.value].map { (name, $0) } }
            + toProtocols.compactMap { name in
                (protocols[name.value] ?? identifiers[name.value]).map { (name, $0) }
            }
    }

    /// G004, as a warning: exports that the folder's files do not declare.
    private func idleExports(_ owners: [Int: LintPolicy.Folder]) -> [Diagnostic] {
        guard table != nil else { return [] }
        let declared = set.modules.map(\.id) + set.protocols.map(\.name) + set.modules.flatMap(\.identifiers)
        return policy.folders.flatMap { folder -> [Diagnostic] in
            let isThere = { (file: Int) in owners[file]?.path.value == folder.path.value }
            guard sources.indices.contains(where: isThere) else { return [] }
            let own = Set(declared.filter { isThere($0.span.file) }.map(\.value))
            return folder.exports.filter { !own.contains($0.value) }.map { name in
                let suggestions = self.names.near(name.value, among: own)
                return Diagnostic(
                    .badConfiguration, at: name.span, "no file in '\(folder.path.value)' declares '\(name.value)'",
                    severity: .warning, suggestions: suggestions, help: suggestions.isEmpty ? "remove it" : nil)
            }
        }
    }
}
