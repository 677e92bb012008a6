import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let privateName = Rule("I006", "private-name", .error, .policies, [.suppressible, .offByDefault])
}

extension Check<PolicyContext> {
    static let folders = Check(
        .privateName, .badConfiguration, when: { !$0.folders.isEmpty }, find: { $0.checkFolders() })
}

extension PolicyContext {
    /// References to declarations that another folder does not export.
    fileprivate func checkFolders() -> [Diagnostic] {
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
