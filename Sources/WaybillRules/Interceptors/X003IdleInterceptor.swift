import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let idleInterceptor = Rule("X003", "idle-interceptor", .warning, .relations, [])
    public static let emptyView = Rule("T003", "empty-view", .warning, .relations, [])
}

extension Check<RelationContext> {
    static let idleInterceptors = Check(.idleInterceptor, .emptyView, needing: .wholeSet) {
        $0.idleInterceptors.found + $0.set.emptyFallbacks($0)
    }
}

extension ManifestSet {
    /// An interceptor also runs where no route matches, and may rescue or answer the open. This is the purpose of
    /// `rewrite` and `reject`, and of an interceptor that a test expects. Any other interceptor must match a route, or
    /// requests that a later `rewrite` sends to a route.
    ///
    /// - Returns: The diagnostics, and the indices of interceptors that match no route, or whose host no route has.
    func searchIdleInterceptors(_ context: RelationContext) -> (found: [Diagnostic], numbers: Set<Int>) {
        let expected = expectedInterceptors
        let rewrites = interceptors.indices.filter { interceptors[$0].isRewrite }
        let hosts = MisspeltHosts(self)
        let names = NameSuggestions()
        var paths: [String]?
        var search = FollowerSearch(context.table, for: rewrites, within: context.limits)
        var numbers: Set<Int> = []
        let found = zip(interceptors.indices, context.proofs.reaches).diagnostics { index, reach -> Diagnostic? in
            let interceptor = interceptors[index]
            guard case .use = interceptor.action else { return nil }
            guard !interceptor.patterns.isEmpty, !expected.contains(interceptor.id.value) else { return nil }
            if let host = hosts.misspelt(in: interceptor) {
                numbers.insert(index)
                return foreignHost(interceptor, host)
            }
            if hasUnknownMethod(interceptor) { return nil }
            if !reach.meetsRoute && !search.isFollowed(index, inViews: false) {
                numbers.insert(index)
                return idle(interceptor, names, among: &paths)
            }
            guard interceptor.tags.contains(where: isDeclared), !interceptor.appliesEverywhere, !reach.meetsTag,
                !search.isFollowed(index, inViews: true)
            else { return nil }
            return emptyView(interceptor)
        }
        return (found, numbers)
    }

    /// The ids of the interceptors that tests expect to run.
    private var expectedInterceptors: Set<String> {
        Set(
            tests.flatMap { test -> [String] in
                guard case .matched(let expected) = test.expectation else { return [] }
                return expected.interceptors?.running.map(\.value) ?? []
            })
    }

    private func foreignHost(_ interceptor: Interceptor, _ host: MisspeltHosts.Host) -> Diagnostic {
        let meant = host.pattern.text.value.replacing(host.name, with: host.meant, maxReplacements: 1)
        return Diagnostic(
            .idleInterceptor, at: host.pattern.text.span,
            "interceptor '\(interceptor.id.value)' is for host '\(host.name)', which occurs nowhere else; did you mean '\(host.meant)'?",
            suggestions: [meant], help: "correct the host; if it is correct, write a test that expects the interceptor",
            fixes: meant == host.pattern.text.value
                ? [] : [.init("write '\(meant)'", safe: false, .write(meant, at: host.pattern.text.span))])
    }

    /// - Parameter paths: The paths of all routes, once they are needed.
    private func idle(
        _ interceptor: Interceptor, _ names: NameSuggestions, among paths: inout [String]?
    ) -> Diagnostic {
        let text = interceptor.patterns[0].text.value
        let known = paths ?? routes.flatMap(\.patterns).map(\.text.value.pathBeforeWildcards)
        paths = known
        let near = names.near(text.pathBeforeWildcards, among: known)
        let methods = interceptor.methods.isEmpty ? "" : " with its methods"
        return Diagnostic(
            .idleInterceptor, at: interceptor.patterns[0].span,
            "interceptor '\(interceptor.id.value)' matches no URL of any route\(methods)",
            suggestions: near,
            help:
                "correct the pattern or remove the interceptor; if it is for URLs without a route, write a test that expects it"
        )
    }

    private func emptyView(_ interceptor: Interceptor) -> Diagnostic {
        let tags = interceptor.tags.map { "'\($0.value)'" }.joined(separator: " or ")
        return Diagnostic(
            .emptyView, at: interceptor.tags[0].span,
            "no route that '\(interceptor.id.value)' matches has \(tags): it only runs in opens without a tag view",
            notes: [.init("it matches here", at: interceptor.patterns[0].span)],
            help: "tag a route, remove the tag, or write 'applies: everywhere' if no view may bypass it")
    }

    /// T003: views that no route carries. A route carries its own tags and its module's.
    fileprivate func emptyFallbacks(_ context: RelationContext) -> [Diagnostic] {
        guard let views = fallback?.byTag, !views.isEmpty else { return [] }
        let carried = context.table.routes.reduce(into: Set<String>()) { $0.formUnion($1.tags) }
        let names = NameSuggestions()
        return views.filter { isDeclared($0.tag) && !carried.contains($0.tag.value) }.map(\.tag).map { tag in
            Diagnostic(
                .emptyView, at: tag.span,
                "no route has the tag '\(tag.value)': in that view every request goes to the fallback",
                suggestions: names.near(tag.value, among: carried), help: "tag a route, or remove the entry")
        }
    }

    /// An undeclared tag is reported as T001.
    private func isDeclared(_ tag: Located<String>) -> Bool {
        tags.isEmpty || tags.contains { $0.name.value == tag.value }
    }
}

extension String {
    /// The pattern without its last wildcard or catch-all.
    fileprivate var pathBeforeWildcards: String {
        guard let slash = lastIndex(of: "/"), slash > startIndex, self[slash...].hasPrefix("/*") else { return self }
        return String(self[..<slash])
    }
}
