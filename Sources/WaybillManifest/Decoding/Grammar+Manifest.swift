/// The manifest's top level.
package enum ManifestGrammar {
    static let version = Key(
        "waybill", .version, "The version of the manifest grammar: 1.", required: true, example: 1)
    static let settings = Key(
        "settings", .settings, "How paths are compared in the whole set. At most once in a set.",
        example: ["trailing_slash": "strict"])
    static let tags = Key(
        "tags", .tagDeclarations,
        "The allowed tags, each with a description. If a set declares tags, any other tag is an error.",
        example: ["views": "Screens that a person sees."])
    static let protocols = Key(
        "protocols", .protocols, "The Swift protocols that callers ask for, by name.",
        example: ["NoteEditorInput": ["summary": "Edits one note."]])
    static let modules = Key(
        "modules", .modules, "The modules, by id: what can be made.",
        example: ["note-editor": ["provides": ["NoteEditorInput"]]])
    static let adapters = Key(
        "adapters", .adapters,
        "Lets callers ask for a required protocol (the key) and get a module that provides another (the value).",
        example: ["RequiredLoginInput": "LoginInput"])
    static let interceptors = Key(
        "interceptors", .interceptors,
        "Interceptors, by id: code that runs before and around the routes that they match.",
        example: ["require-login": ["url": "/admin/**", "use": "requireLogin"]])
    static let routes = Key(
        "routes", .list(of: .route), "URL patterns that lead to a module, a handler or another URL.",
        example: [["url": "/notes/:id", "handler": "showNote"]])
    static let fallback = Key(
        "fallback", .fallback, "The handler or module for requests that match no route. At most once in a set.",
        example: ["handler": "notFound"])
    static let tests = Key(
        "tests", .list(of: .routeTest),
        "Requests and their expected results. Run by `waybill test`, and by a service that sets `runsTests`.",
        example: [["open": "/notes/42", "expect": ["handler": "showNote"]]])
    static let counts = Key(
        "count", .counts, "The number of entries in each section of this file: a guard against half-written files.",
        example: ["routes": 212])
    static let includes = Key(
        "include", .globs, "More files of the set: a glob, or a list of globs, inside the set's root.",
        example: ["shop/*.yaml"])

    /// The sections whose number of entries `count` may give.
    static let counted: [any GrammarKey] = [tags, protocols, modules, adapters, interceptors, routes, tests]

    package static let object = ObjectGrammar(
        "manifest", noun: "a manifest",
        keys: [
            version, settings, tags, protocols, modules, adapters, interceptors, routes, fallback, tests, counts,
            includes,
        ])
}

package enum SettingsGrammar {
    static let caseSensitive = Key(
        "case_sensitive", .flag,
        "Whether /Notes and /notes are different paths. Folding covers ASCII letters only. Default: true.",
        default: .flag(true), example: false)
    static let trailingSlash = Key(
        "trailing_slash", .trailingSlash,
        "Whether one trailing '/' matters: 'ignore' drops it, 'strict' requires it on both sides or on neither. "
            + "Default: ignore.",
        default: .text("ignore"), example: "strict")

    static let object = ObjectGrammar("settings", noun: "'settings'", keys: [caseSensitive, trailingSlash])
}

package enum CountGrammar {
    static let keys = ManifestGrammar.counted.map { section in
        Key(
            section.name, .integer(0...Int(Int32.max)), "The number of entries of '\(section.name)' in this file.",
            example: 212)
    }

    static let object = ObjectGrammar(
        "count", noun: "'count'", keys: keys,
        shortFor: keys.first { $0.name == ManifestGrammar.routes.name })
}

package enum FallbackGrammar {
    static let module = Key("module", .name, "The module that serves requests without a route.", example: "login")
    static let handler = Key(
        "handler", .name, "The registered handler that serves requests without a route.", example: "notFound")
    static let tags = Key(
        "tags", .targetsByTag,
        "The target for views of these tags; if several apply, the first in the order of tags.",
        example: ["views": ["module": "login"]])
    static let otherMethods = Key(
        "other_methods", .flag,
        "Whether it also serves requests whose URL has routes, but none for their method. Default: false, and an HTTP "
            + "client gets 405 with 'Allow'.",
        default: .flag(false), example: true)

    static let object = ObjectGrammar(
        "fallback", noun: "'fallback'", keys: [module, handler, tags, otherMethods],
        groups: [.atMostOne(module, handler)], shortFor: handler)
    /// The target of one tag.
    static let target = ObjectGrammar(
        "fallbackTarget", noun: "a fallback's target", keys: [module, handler],
        groups: [.exactlyOne(module, handler)])
}
