import WaybillManifest
package import WaybillProofs
package import WaybillSyntax
package import WaybillTable

/// The input of checks that compare routes: the table, the proofs about it, and what was misread.
final class RelationContext {
    let set: ManifestSet
    let table: RoutingTable
    let proofs: RouteProofs
    let limits: ProofLimits
    /// Routes with a part that was misread. An overlap may be caused by that, so they are not checked.
    let misread: Set<Int>
    /// The view that shows the routes and interceptors of ``set``; `nil` for a plain open, which sees all.
    let view: String?
    /// The URLs that belong to the set, also to what a view hides. Most sets have no redirects that ask for it.
    private(set) lazy var space = OwnSpace(set.routes)
    /// The interceptors that match nothing: see ``ManifestSet/searchIdleInterceptors(_:)``.
    private(set) lazy var idleInterceptors = set.searchIdleInterceptors(self)
    /// Redirect loops and long chains: see ``ManifestSet/searchRedirectLoops(_:)``.
    private(set) lazy var redirectLoops = set.searchRedirectLoops(self)
    /// The interceptors that another one always ends before.
    private(set) lazy var unreachableInterceptors = table.shadowedInterceptors(
        by: set.terminatingInterceptors, within: limits)

    init(
        _ set: ManifestSet, _ table: RoutingTable, _ proofs: RouteProofs, _ ledger: Ledger,
        _ limits: ProofLimits = .standard
    ) {
        self.set = set
        self.table = table
        self.proofs = proofs
        self.limits = limits
        misread = ledger.misread
        view = nil
    }

    /// Creates the context of a view. What the view hides keeps its index, but matches nothing.
    private init(_ whole: RelationContext, in view: String) {
        set = whole.set.shown(in: view)
        table = RoutingTable(RankedDefinitions(set))
        proofs = whole.proofs
        limits = whole.limits
        misread = whole.misread
        self.view = view
        space = whole.space
    }

    // MARK: Views

    /// The contexts of the views that show rewrites or redirects, one for each tag, and whether there are more. Where
    /// nothing is hidden, a view is like a plain open.
    private lazy var views: (contexts: [RelationContext], isComplete: Bool) = {
        let tagsByModule = set.tagsByModule
        let redirecting =
            set.interceptors.filter(\.isRewrite).flatMap { $0.tags.map(\.value) }
            + set.routes.filter { $0.destination.target != nil }.flatMap { $0.tagNames(tagsByModule) }
        let tags = Set(redirecting).sorted()
        let most = Self.viewedEntries / (set.routes.count + set.interceptors.count + 1)
        return (tags.prefix(most).map { RelationContext(self, in: $0) }, tags.count <= most)
    }()

    /// The limit of routes and interceptors in all views together.
    private static let viewedEntries = 200_000

    /// Finds problems of rewrites and redirects in plain opens, and those that only a view has.
    func inEachView(_ find: (RelationContext) -> [Diagnostic]) -> [Diagnostic] {
        struct Problem: Hashable {
            var rule: Rule
            var span: SourceSpan
        }
        var found = find(self)
        var known = Set(found.map { Problem(rule: $0.rule, span: $0.span) })
        for context in views.contexts {
            // Whether a target belongs to somebody else does not depend on the view.
            let more = find(context).filter {
                $0.rule != .foreignTarget && known.insert(Problem(rule: $0.rule, span: $0.span)).inserted
            }
            found += more.map { $0.inView(of: context.view) }
        }
        if !views.isComplete, let place = set.routes.first?.id.span {
            found.append(.undecided("what rewrites and redirects do in the views of all tags", at: place))
        }
        return found
    }
}

extension ManifestSet {
    /// Returns the set in which everything that the view of a tag hides matches nothing.
    fileprivate func shown(in view: String) -> ManifestSet {
        var shown = self
        let tagsByModule = tagsByModule
        for index in routes.indices where !routes[index].tagNames(tagsByModule).contains(view) {
            shown.routes[index].content.patterns = []
        }
        for index in interceptors.indices
        where !interceptors[index].appliesEverywhere && !interceptors[index].tags.contains(where: { $0.value == view })
        {
            shown.interceptors[index].patterns = []
        }
        return shown
    }
}

extension Diagnostic {
    /// Returns the problem of a plain open as one of a view.
    fileprivate func inView(of tag: String?) -> Diagnostic {
        guard let tag else { return self }
        var diagnostic = self
        diagnostic.message += " in the view of '\(tag)'"
        diagnostic.witnessTags = [tag]
        diagnostic.witnessRemark = witnessRemark.map { $0 + " in the view of '\(tag)'" }
        guard rule == .deadEnd else { return diagnostic }
        diagnostic.suggestions = []
        diagnostic.help = "give the route that serves it the tag '\(tag)' as well, or remove that tag here"
        return diagnostic
    }
}

extension RequestWitness {
    /// The request as `waybill explain` takes it. It begins with a method if the assumed method would not reach the
    /// route.
    package var text: String {
        guard let method else { return url }
        let assumed = (try? RouteURL(url))?.assumedMethod
        return assumed == method ? url : "\(method) \(url)"
    }
}

extension ManifestSet {
    /// Returns the problems between routes, interceptors and requests that can be proven within limits.
    package func checkRelations(
        _ table: RoutingTable, besides found: [Diagnostic], within limits: ProofLimits = .standard
    ) -> [Diagnostic] {
        let ledger = Ledger(self, found, texts: [])
        let context = RelationContext(self, table, table.proofs(within: limits), ledger, limits)
        return ledger.results(of: Check.all, in: context).certain
    }
}
