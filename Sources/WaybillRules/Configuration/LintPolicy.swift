import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

/// The policies of a team for its manifests, beyond correctness.
struct LintPolicy: Sendable {
    var vocabulary = Vocabulary()
    var naming: [NamingRule] = []
    var requirements: [Requirement] = []
    var folders: [Folder] = []
    var entryPoints: [Located<EntryPoint>] = []
    /// The place of `require_fallback: true`.
    var requiredFallback: SourceSpan?
    var privileged: Selection?
    var debug: DebugRoutes?
    var budgets = Budgets()

    /// Allowed words; `nil` for any.
    struct Vocabulary: Sendable {
        var tags: [Located<String>]?
        var methods: [Located<String>]?
        var lanes: [Located<String>]?
    }

    struct NamingRule: Sendable {
        var subject: NamingSubject
        var convention: Located<NamingConvention>
    }

    /// A selection of routes: those that match something in each given list.
    struct Selection: Sendable {
        var span: SourceSpan
        var tags: [Located<String>] = []
        var modules: [Located<String>] = []
        /// With wildcards.
        var handlers: [Located<String>] = []
        /// Of routes, with wildcards.
        var ids: [Located<String>] = []
        /// Globs, relative to the configuration.
        var files: [Located<String>] = []
        var methods: [Located<String>] = []
        var urls: [LocatedPattern] = []
    }

    struct Requirement: Sendable {
        /// The place of its first key.
        var span: SourceSpan
        var demand: Demand
        var because: String?

        enum Demand: Sendable {
            /// Each of these interceptors must run for every request of these routes.
            case need([Located<String>], of: Selection?, views: [Located<String>]?)
            /// Each of these interceptors must run before those after it.
            case order([Located<String>])
        }

        var isOrder: Bool { if case .order = demand { true } else { false } }
    }

    /// The declarations of a folder that other folders may use.
    struct Folder: Sendable {
        var path: Located<String>
        var exports: [Located<String>]
    }

    /// Routes that are allowed only in some files.
    struct DebugRoutes: Sendable {
        var selection: Selection
        var files: [Located<String>]
    }

    struct Budgets: Sendable {
        /// The limit of interceptors for one request.
        var chain: Located<Int>?
        /// The limit of the sum of their timeouts.
        var chainTimeout: Located<ChainTimeout>?
        var routes: Located<Int>?
        var segments: Located<Int>?
        var states: Located<Int>?
        /// The limit of reported problems for each rule.
        var findings: Located<Int>?

        enum ChainTimeout: Sendable {
            case duration(Duration)
            /// The timeout of the route.
            case route
        }
    }
}
