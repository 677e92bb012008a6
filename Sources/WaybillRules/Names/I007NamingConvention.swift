import WaybillManifest
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let namingConvention = Rule("I007", "naming-convention", .hint, .policies, .offByDefault)
}

extension Check<PolicyContext> {
    static let naming = Check(.namingConvention, when: { !$0.naming.isEmpty }, find: { $0.checkNames() })
}

extension PolicyContext {
    /// Names that violate the naming convention, each at its first place.
    fileprivate func checkNames() -> [Diagnostic] {
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
}
