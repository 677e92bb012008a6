/// A key of other tools, with its replacement.
package struct ForeignKey: Sendable {
    /// The key that replaces it, which is then not reported as missing.
    let meant: (any GrammarKey)?
    /// `nil` if another name is enough.
    let help: String?

    static func renamed(_ key: any GrammarKey) -> ForeignKey { ForeignKey(meant: key, help: nil) }

    static func help(_ help: String, for key: (any GrammarKey)? = nil) -> ForeignKey {
        ForeignKey(meant: key, help: help)
    }
}

extension ForeignKey {
    /// What other tools call `with`, unless manifests have a key of that name for something else.
    static let namesOfWith = {
        let names = moduleKeys.filter { $0.value.meant?.name == ModuleGrammar.with.name }.keys
        let own = [ManifestGrammar.object, RouteGrammar.object].flatMap(\.keys).map(\.name)
        return Set(names).subtracting(own)
    }()
}

extension ObjectGrammar {
    /// Returns the replacement of a foreign key that the object does not have.
    func foreignKey(named name: String) -> ForeignKey? { foreignKeys[self.name]?[name] }
}

/// By the name of the object and the name of the key.
private let foreignKeys: [String: [String: ForeignKey]] = [
    ManifestGrammar.object.name: manifestKeys, ModuleGrammar.object.name: moduleKeys,
    ProtocolGrammar.object.name: protocolKeys, RouteGrammar.object.name: routeKeys,
    InterceptorGrammar.object.name: interceptorKeys, RedirectGrammar.object.name: redirectKeys,
    SettingsGrammar.object.name: settingsKeys, RouteTestGrammar.object.name: testKeys,
    ExpectationGrammar.object.name: expectationKeys,
]

private func keys(_ names: String, _ key: ForeignKey) -> [String: ForeignKey] {
    Dictionary(uniqueKeysWithValues: names.split(separator: " ").map { (String($0), key) })
}

private func all(_ tables: [String: ForeignKey]...) -> [String: ForeignKey] {
    tables.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
}

private let manifestKeys = all(
    keys("version", .renamed(ManifestGrammar.version)),
    keys("middlewares middleware proxies filters plugins gates", .renamed(ManifestGrammar.interceptors)),
    keys("services components views screens controllers factories", .renamed(ManifestGrammar.modules)),
    keys("interfaces contracts", .renamed(ManifestGrammar.protocols)),
    keys("bindings", .renamed(ManifestGrammar.adapters)),
    keys("paths endpoints urls rules", .renamed(ManifestGrammar.routes)),
    keys("not_found notFound default fallbacks 404", .renamed(ManifestGrammar.fallback)),
    keys("import imports files", .renamed(ManifestGrammar.includes)),
    keys("options config", .renamed(ManifestGrammar.settings)))

private let moduleKeys = all(
    keys("class implementation builder constructor", .renamed(ModuleGrammar.factory)),
    keys("type", .renamed(ModuleGrammar.kind)),
    keys("implements protocols conforms_to exports", .renamed(ModuleGrammar.provides)),
    keys("depends_on dependencies needs uses inject imports", .renamed(ModuleGrammar.requires)),
    keys("lifetime lifecycle", .renamed(ModuleGrammar.scope)),
    keys("singleton shared", .help("write `scope: shared`", for: ModuleGrammar.scope)),
    keys("names aliases ids", .renamed(ModuleGrammar.identifiers)),
    keys("description desc comment", .renamed(ModuleGrammar.summary)),
    keys("config options arguments params settings", .renamed(ModuleGrammar.with)),
    keys("queue", .renamed(ModuleGrammar.lane)),
    keys(
        "routes url urls path paths",
        .help("URLs lead to a module in the section 'routes': `- url: /notes` with 'module:' and the module's id")))

private let protocolKeys = all(
    keys("type", .renamed(ProtocolGrammar.swift)),
    keys("description desc comment", .renamed(ProtocolGrammar.summary)),
    keys("provider module", .renamed(ProtocolGrammar.defaultModule)),
    keys("parts extends composed_of", .renamed(ProtocolGrammar.allOf)))

private let routeKeys = all(
    keys("path pattern uri endpoint location match from route", .renamed(RouteGrammar.url)),
    keys("paths patterns uris", .renamed(RouteGrammar.urls)),
    keys("verb verbs http_method http_methods", .renamed(RouteGrammar.methods)),
    keys("controller action to function page component use", .renamed(RouteGrammar.handler)),
    keys("service backend view", .renamed(RouteGrammar.module)),
    keys("rewrite forward_to forwardTo internal_redirect", .renamed(RouteGrammar.forward)),
    keys("redirect_to redirectTo", .help(RedirectGrammar.choice(of: "/new"), for: RouteGrammar.redirect)),
    keys("name", .renamed(RouteGrammar.id)),
    keys("description desc comment", .renamed(RouteGrammar.summary)),
    keys("constraints where requirements parameters args", .renamed(RouteGrammar.params)),
    keys("order weight rank", .renamed(RouteGrammar.priority)),
    keys("host hosts hostname domain", .help("write the host in the pattern: `url: //host/path`")),
    keys("scheme schemes", .help("write the scheme in the pattern: `url: app://path`")),
    keys("prefix base", .help("write the whole path in 'url'")),
    keys("query queries", .help("a query takes no part in matching; the handler reads it")),
    keys("header headers", .help("headers take no part in matching; the handler or an interceptor reads them")),
    keys(
        "middleware middlewares interceptors filters plugins guards guard before auth proxy proxies",
        .help("remove it: in the section 'interceptors' they choose routes by their own 'url'")),
    keys("status", .help("write it in 'redirect': `redirect: { to: /new, status: 308 }`")))

private let interceptorKeys = all(
    keys("path pattern uri match", .renamed(InterceptorGrammar.url)),
    keys("paths patterns uris routes", .renamed(InterceptorGrammar.urls)),
    keys("verb verbs", .renamed(InterceptorGrammar.methods)),
    keys("handler middleware", .renamed(InterceptorGrammar.use)),
    keys("redirect forward", .renamed(InterceptorGrammar.rewrite)),
    keys("deny forbid block", .renamed(InterceptorGrammar.reject)),
    keys("priority weight rank", .renamed(InterceptorGrammar.order)),
    keys("description desc comment", .renamed(InterceptorGrammar.summary)),
    keys("before after", .help("interceptors run by ascending 'order': give it a number")),
    keys("global always everywhere", .help("write `applies: everywhere`", for: InterceptorGrammar.applies)),
    keys(
        "status",
        .help(
            "a rejection has its status in 'reject: { reason: …, status: 403 }'; a rewrite has none: "
                + RedirectGrammar.example)))

private let redirectKeys = all(
    keys("target url location path", .renamed(RedirectGrammar.to)),
    keys("code status_code", .renamed(RedirectGrammar.status)),
    keys("permanent", .help("write `status: 308`", for: RedirectGrammar.status)),
    keys("temporary", .help("write `status: 307`", for: RedirectGrammar.status)))

private let settingsKeys = all(
    keys(
        "strict_slash strictSlash redirect_slashes",
        .help("write `trailing_slash: strict`", for: SettingsGrammar.trailingSlash)),
    keys(
        "case_insensitive ignore_case", .help("write `case_sensitive: false`", for: SettingsGrammar.caseSensitive)))

private let testKeys = all(
    keys("url request path get", .renamed(RouteTestGrammar.open)),
    keys("verb", .renamed(RouteTestGrammar.method)),
    keys("expected expects assert should", .renamed(RouteTestGrammar.expect)))

private let expectationKeys = all(
    keys("id", .renamed(ExpectationGrammar.route)),
    keys("parameters", .renamed(ExpectationGrammar.params)),
    keys("middleware middlewares", .renamed(ExpectationGrammar.interceptors)),
    keys("to rewrite hops", .renamed(ExpectationGrammar.forward)),
    keys(
        "status",
        .help("expect what serves it, by 'route', 'module' or 'handler'; or write `expect: unmatched` for a 404")))
