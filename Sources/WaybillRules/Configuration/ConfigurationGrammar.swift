package import WaybillManifest
import WaybillSyntax

/// The top level of a `.waybill.yaml`.
package enum ConfigurationGrammar {
    static let rules = Key(
        "rules", .levels, "The severity of each rule, by id: off, hint, info, warning or error.",
        example: ["P005": "off"])
    static let vocabulary = Key(
        "vocabulary", .vocabulary,
        "The allowed tags, methods and lanes. Others are reported: tags as T001, methods and lanes as S004.",
        example: ["lanes": ["main"]])
    static let naming = Key(
        "naming", .naming,
        "Naming conventions: kebab-case, snake_case, camelCase, PascalCase, dot.case, or a /regex/ (I007).",
        example: ["routes": "dot.case"])
    static let policies = Key(
        "policies", .list(of: .policy),
        "Which interceptors must run for which routes (X006), and in which order (X005).",
        example: [["routes": ["tags": ["admin"]], "need": ["require-login"]]])
    static let folders = Key(
        "folders", .folders,
        "The names that each folder exports to other folders (I006). Paths are relative to this file.",
        example: ["shop": ["exports": ["cart"]]])
    static let entryPoints = Key(
        "entry_points", .list(of: .entryPoint),
        "Where requests come from: https://api.example.com, //*.example.com, myapp:, or / for paths alone. A pattern that "
            + "none of them matches is reported as P014.", example: ["https://api.example.com"])
    static let requireFallback = Key(
        "require_fallback", .flag,
        "Whether a set must have a fallback for plain opens, or a route /** (P015, an info: 'rules' can make it an error).",
        example: true)
    static let privileged = Key(
        "privileged", .selection, "Routes whose patterns must name their scheme and their host (V002).",
        example: ["tags": ["admin"]])
    static let debug = Key(
        "debug", .debugRoutes, "Debug routes, and the files that may contain them (V003).",
        example: ["tags": ["debug"], "only_in": ["debug/*.yaml"]])
    static let budgets = Key(
        "budgets", .budgets, "Limits for the interceptors of one request (X009) and for the size of the set (P016).",
        example: ["chain": 5])

    static let exclude = Key(
        Exclusion.key, .globs,
        "Files and folders that are not part of the set: a glob, or a list of globs, relative to this file. Everything that "
            + "reads the folder skips them; a file that is given itself is read.",
        example: ["Routes/drafts/**"])

    static let baseline = Key(
        "baseline", .text,
        "The baseline file, relative to this file. --baseline overrides it.",
        example: "waybill-baseline.json")

    static let registry = Key(
        "registry", .text,
        "What the service has registered, as '<service> waybill registry' writes it, relative to this file: manifests are "
            + "checked against it (F001 to F009, F012). --registry takes precedence over it.",
        example: "registry.json")

    static let executable = Key(
        "executable", .text,
        "The service, relative to this file: if it is there, the registry must be of its build (F009). --executable takes "
            + "precedence over it.",
        example: ".build/release/notes-service")

    static let openAPI = Key(
        "openapi", .openAPI, "The OpenAPI document of the routes, and what fulfills its security (O001 to O005).",
        example: ["document": "openapi.yaml", "security": ["bearerAuth": "require-login"]])

    package static let object = ObjectGrammar(
        "configuration", noun: "a configuration",
        keys: [
            rules, vocabulary, naming, policies, folders, entryPoints, requireFallback, privileged, debug, budgets,
            exclude, baseline, registry, executable, openAPI,
        ])
}

enum OpenAPIGrammar {
    static let document = Key(
        "document", .text, "The OpenAPI document, relative to this file, for 'waybill openapi' without a document.",
        example: "openapi.yaml")
    static let security = Key(
        "security", .interceptorsByScheme,
        "The interceptor, or a list of interceptors, that fulfills each security scheme, by id or by the name in 'use'.",
        example: ["bearerAuth": "require-login"])

    static let object = ObjectGrammar("openapi", noun: "'openapi'", keys: [document, security])
}

enum VocabularyGrammar {
    static let tags = Key(
        "tags", .set(of: .tag), "The tags of routes, modules, interceptors, fallbacks and tests.", example: ["views"])
    static let methods = Key(
        "methods", .set(of: .method), "The methods of routes and interceptors.", example: ["GET", "POST"])
    static let lanes = Key("lanes", .set(of: .name), "The lanes of routes and modules.", example: ["main"])

    static let object = ObjectGrammar("vocabulary", noun: "'vocabulary'", keys: [tags, methods, lanes])
}

enum NamingGrammar {
    static let keys = NamingSubject.allCases.map {
        Key($0.rawValue, .namingConvention, $0.summary, example: "kebab-case")
    }

    static let object = ObjectGrammar("naming", noun: "'naming'", keys: keys)
}

enum SelectionGrammar {
    static let tags = Key(
        "tags", .tagSet, "Routes with one of these tags, their own or their module's.", example: ["admin"])
    static let modules = Key(
        "modules", .set(of: .name), "Routes that lead to one of these modules.", example: ["note-editor"])
    static let handlers = Key(
        "handlers", .set(of: .name), "Routes that lead to one of these handlers; * and ? are wildcards.",
        example: ["admin.*"])
    static let ids = Key(
        "ids", .set(of: .name), "Routes with one of these ids; * and ? are wildcards.", example: ["notes.*"])
    static let files = Key(
        "files", .globs, "Routes in one of these files: globs, relative to this file.", example: ["Routes/admin/*.yaml"]
    )
    static let methods = Key("methods", .set(of: .method), "Requests with one of these methods.", example: ["DELETE"])
    static let urls = Key(
        "urls", .list(of: .pattern), "Requests with a URL of one of these patterns.", example: ["/admin/**"])

    static let object = ObjectGrammar(
        "selection", noun: "a selection of routes", keys: keys)

    static let keys: [any GrammarKey] = [tags, modules, handlers, ids, files, methods, urls]
}

enum PolicyGrammar {
    static let routes = Key(
        "routes", .selection, "The routes that the policy applies to: those that match every given list. Default: all.",
        example: ["tags": ["admin"]])
    static let need = Key(
        "need", .set(of: .name),
        "Interceptors, by id or by the name in 'use', that must run for every request of the routes.",
        example: ["require-login"])
    static let views = Key(
        "views", .tagViews,
        "The tag views through which the routes are opened. Default: every view that shows them; [] for plain "
            + "opens only.", example: ["views"])
    static let before = Key(
        "before", .set(of: .name),
        "Interceptors, by id or by the name in 'use', in the order in which they must run for one "
            + "request.", example: ["rate-limit", "require-login"])
    static let because = Key(
        "because", .sentence, "The reason, shown with every problem.",
        example: "Only admins may see it.")

    static let object = ObjectGrammar(
        "policy", noun: "a policy", keys: [routes, need, views, before, because], groups: [.exactlyOne(need, before)])
}

enum FolderGrammar {
    static let exports = Key(
        "exports", .names,
        "The modules, protocols and identifiers that files of other folders may refer to. Default: none.",
        example: ["cart"])

    static let object = ObjectGrammar("folder", noun: "a folder", keys: [exports])
}

enum DebugGrammar {
    static let onlyIn = Key(
        "only_in", .globs, "The files that may have such routes: globs, relative to this file.", required: true,
        example: ["debug/*.yaml"])

    static let object = ObjectGrammar(
        "debugRoutes", noun: "'debug'",
        keys: SelectionGrammar.keys + [onlyIn])
}

enum BudgetsGrammar {
    static let chain = Key("chain", .integer(1...1000), "Interceptors that run for one request (X009).", example: 5)
    static let chainTimeout = Key(
        "chain_timeout", .chainTimeout,
        "The sum of the timeouts of the interceptors of one request: a duration, or 'route' for the route's own (X009).",
        example: "10s")
    static let routes = Key("routes", .integer(1...10_000_000), "Routes of the set (P016).", example: 5000)
    static let segments = Key(
        "segments", .integer(1...64), "Segments of a pattern (P016). Never more than 64.", example: 12)
    static let states = Key(
        "states", .integer(1...1_000_000), "States of all constraints (P016). Never more than 1,000,000.",
        example: 10000)
    static let findings = Key(
        "findings", .integer(1...1_000_000), "Problems shown for each rule in text output. Default: 40.",
        default: .integer(40), example: 100)

    static let object = ObjectGrammar(
        "budgets", noun: "'budgets'", keys: [chain, chainTimeout, routes, segments, states, findings])
}
