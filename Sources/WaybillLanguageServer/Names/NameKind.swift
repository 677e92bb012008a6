/// What a name in a manifest refers to. Each kind has its own namespace.
enum NameKind: String, Sendable, CaseIterable {
    case module, `protocol`, identifier, interceptor, route, tag
    /// Names of Swift code, which only the registry declares.
    case handler, factory, adapter
    case interceptorCode = "interceptor's code"
    case lane
    /// A parameter of the pattern of one route or interceptor.
    case capture

    /// Whether manifests declare the name.
    var isDeclared: Bool {
        switch self {
        case .handler, .factory, .adapter, .interceptorCode, .lane: false
        default: true
        }
    }

    /// The number of the kind of symbol in the protocol.
    var symbolKind: Int {
        switch self {
        case .module: 2
        case .protocol: 11
        case .identifier, .tag: 14
        case .interceptor: 24
        case .route: 12
        case .handler, .factory, .adapter, .interceptorCode: 6
        case .lane: 19
        case .capture: 13
        }
    }
}

/// What a place of the grammar says about a name.
struct NameRole: Sendable {
    /// The kinds that the name may have: a requirement is a protocol or an identifier.
    let kinds: [NameKind]
    let isDeclaration: Bool

    /// By ``GrammarPlace/slot``.
    static let all: [String: NameRole] = {
        var roles: [String: NameRole] = [:]
        func declare(_ kind: NameKind, _ slots: String...) {
            for slot in slots { roles[slot] = NameRole(kinds: [kind], isDeclaration: true) }
        }
        func refer(_ kinds: NameKind..., to slots: String...) {
            for slot in slots { roles[slot] = NameRole(kinds: kinds, isDeclaration: false) }
        }
        declare(.module, "manifest.modules!")
        declare(.protocol, "manifest.protocols!")
        declare(.interceptor, "manifest.interceptors!")
        declare(.route, "route.id")
        declare(.tag, "manifest.tags!")
        declare(.identifier, "module.identifiers")
        refer(
            .module,
            to: "route.module", "protocol.default", "fallback.module", "fallbackTarget.module", "expectation.module")
        refer(
            .protocol,
            to: "module.provides", "module.configuration", "protocol.all_of", "manifest.adapters!", "manifest.adapters",
            "adapter.provided")
        refer(.protocol, .identifier, to: "module.requires")
        refer(
            .interceptor,
            to: "expectation.interceptors", "expectation.rejected", "expectedInterceptors.contains",
            "expectedInterceptors.not")
        refer(.route, to: "expectation.route")
        refer(.tag, to: "module.tags", "route.tags", "interceptor.tags", "test.tags", "fallback.tags!")
        refer(.handler, to: "route.handler", "fallback.handler", "fallbackTarget.handler", "expectation.handler")
        refer(.module, .handler, to: "expectation.fallback")
        refer(.factory, to: "module.factory")
        refer(.adapter, to: "adapter.using")
        refer(.interceptorCode, to: "interceptor.use")
        refer(.lane, to: "route.lane", "module.lane")
        refer(.capture, to: "route.params!", "interceptor.params!")
        return roles
    }()

    /// The places of patterns, which declare captures.
    static let patterns: Set = ["route.url", "route.urls", "interceptor.url", "interceptor.urls"]
    /// The places of targets, which use captures.
    static let targets: Set = ["route.forward", "redirect.to", "interceptor.rewrite"]
}
