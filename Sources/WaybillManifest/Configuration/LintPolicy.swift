import WaybillProofs
import WaybillSyntax
import WaybillTable

/// What a team asks of its manifests besides what makes them sound.
struct LintPolicy: Sendable {
    var vocabulary = Vocabulary()
    var naming: [NamingRule] = []
    var requirements: [Requirement] = []
    var folders: [Folder] = []
    var entryPoints: [Located<EntryPoint>] = []
    /// Where `require_fallback: true` is.
    var requiredFallback: SourceSpan?
    var privileged: Selection?
    var debug: DebugRoutes?
    var budgets = Budgets()

    /// Words that may be used; `nil` for any.
    struct Vocabulary: Sendable {
        var tags: [Located<String>]?
        var methods: [Located<String>]?
        var lanes: [Located<String>]?
    }

    struct NamingRule: Sendable {
        var subject: NamingSubject
        var convention: Located<NamingConvention>
    }

    /// Which routes are meant: those that have something of each list that is given.
    struct Selection: Sendable {
        var span: SourceSpan
        var tags: [Located<String>] = []
        var modules: [Located<String>] = []
        var handlers: [Located<String>] = []
        var methods: [Located<String>] = []
        var urls: [LocatedPattern] = []
    }

    struct Requirement: Sendable {
        /// Where it is: its first key.
        var span: SourceSpan
        var demand: Demand
        var because: String?

        enum Demand: Sendable {
            /// For every request of these routes each of these interceptors runs.
            case need([Located<String>], of: Selection?, views: [Located<String>]?)
            /// Of these interceptors each runs before those after it.
            case order([Located<String>])
        }
    }

    /// What other folders may use of what a folder declares.
    struct Folder: Sendable {
        var path: Located<String>
        var exports: [Located<String>]
    }

    /// Routes that only some files may have.
    struct DebugRoutes: Sendable {
        var selection: Selection
        var files: [Located<String>]
    }

    struct Budgets: Sendable {
        /// Interceptors that run for one request.
        var chain: Located<Int>?
        /// Of these, all timeouts together.
        var chainTimeout: Located<ChainTimeout>?
        var routes: Located<Int>?
        var segments: Located<Int>?
        var states: Located<Int>?
        /// Findings of one rule that are shown to people.
        var findings: Located<Int>?

        enum ChainTimeout: Sendable {
            case duration(Duration)
            /// That of the route.
            case route
        }
    }
}

extension LintPolicy {
    /// The rules that are looked at because of what is demanded.
    var rules: Set<Rule> {
        var rules: Set<Rule> = []
        if !naming.isEmpty { rules.insert(.namingConvention) }
        if !folders.isEmpty { rules.insert(.privateName) }
        if !entryPoints.isEmpty { rules.insert(.unreachablePattern) }
        if requiredFallback != nil { rules.insert(.missingFallback) }
        if privileged != nil { rules.insert(.openPrivilege) }
        if debug != nil { rules.insert(.strayDebugRoute) }
        if budgets.chain != nil || budgets.chainTimeout != nil { rules.insert(.chainBudget) }
        for requirement in requirements {
            switch requirement.demand {
            case .need: rules.insert(.missingInterceptor)
            case .order: rules.insert(.wrongOrder)
            }
        }
        return rules
    }
}
