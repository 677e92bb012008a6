package enum InterceptorGrammar {
    package static let summary = Key(
        "summary", .sentence, "The purpose of the interceptor, in one sentence.", example: "Asks for a login.")
    package static let url = Key("url", .pattern, "The URL pattern that it runs for.", example: "/admin/**")
    package static let urls = Key(
        "urls", .list(of: .pattern), "Several URL patterns that it runs for.", example: ["/admin/**", "/account/**"])
    package static let methods = Key(
        "methods", .set(of: .method),
        "The methods that it runs for, in upper case. Default: any method, and requests without one.",
        example: ["POST", "PUT"])
    package static let params = Key(
        "params", .params, "Constraints of the captures, by name.", example: ["id": "int"])
    package static let tags = Key("tags", .tagSet, "The tag views that it runs in.", example: ["views"])
    package static let use = Key("use", .name, "The registered Swift interceptor.", example: "requireLogin")
    package static let rewrite = Key(
        "rewrite", .target, "The URL to continue with, with the pattern's `:name` and `**name` in it.",
        example: "/notes/:id")
    package static let reject = Key(
        "reject", .rejection, "Rejects the requests that it matches: a reason, or a reason with an HTTP status.",
        example: ["reason": "For members only.", "status": 403])
    package static let with = Key(
        "with", .with, "Decoded into the interceptor's configuration when the table is bound.",
        example: ["login": "/login"])
    package static let order = Key(
        "order", .rank, "Interceptors run in ascending order, ties by id. Default: 0.", default: .integer(0),
        example: 10)
    package static let applies = Key(
        "applies",
        .word { (reach: Interceptor.Reach) in
            switch reach {
            case .tagged: "Runs in the views of its tags, and in plain opens."
            case .everywhere: "Runs in every view, so that none bypasses it."
            }
        }, "Whether tag views can bypass it: 'everywhere' runs in all views. Default: tagged.",
        default: .text("tagged"), example: "everywhere")
    package static let timeout = Key(
        "timeout", .duration,
        "The time limit for its decision: a number and a unit, such as 500ms or 2s. Default: no limit.", example: "2s")

    package static let object = ObjectGrammar(
        "interceptor", noun: "an interceptor",
        keys: [
            summary, url, urls, methods, params, tags, use, rewrite, reject, with, order, applies, timeout,
        ], groups: [.exactlyOne(url, urls), .exactlyOne(use, rewrite, reject)])
}

package enum RejectionGrammar {
    package static let reason = Key(
        "reason", .sentence, "The reason, as shown to the caller.", required: true, example: "For members only.")
    package static let status = Key(
        "status", .integer(400...599), "The HTTP status that an HTTP service answers with. Default: 403.",
        default: .integer(403), example: 403)

    package static let object = ObjectGrammar("rejection", noun: "'reject'", keys: [reason, status])
}

package enum RouteGrammar {
    package static let id = Key(
        "id", .name,
        "The unique id of the route. Default: its methods and its first pattern, `GET,POST /notes/:id`.",
        example: "notes.show")
    package static let summary = Key(
        "summary", .sentence, "The purpose of the route, in one sentence.", example: "Shows one note.")
    package static let url = Key(
        "url", .pattern,
        "The URL pattern: literals, `:name`, `*`, and a last `**` or `**name`. "
            + "`/…` matches every scheme and host, `//host/…` every network scheme.", example: "/notes/:id")
    package static let urls = Key(
        "urls", .list(of: .pattern), "Several URL patterns of the same route.", example: ["/notes/:id", "/n/:id"])
    package static let methods = Key(
        "methods", .set(of: .method),
        "The methods that it answers, in upper case. Default: any method, and requests without one.",
        example: ["GET"])
    package static let module = Key("module", .name, "The module that the route leads to.", example: "note-editor")
    package static let handler = Key(
        "handler", .name, "The registered handler that the route leads to.", example: "showNote")
    package static let forward = Key(
        "forward", .target,
        "The URL to continue with, with the pattern's `:name` and `**name` in it. It is followed inside: the caller "
            + "gets what that URL serves, and does not notice.",
        example: "/notes/:id")
    package static let redirect = Key(
        "redirect", .redirect, "Ends the request here, and tells an HTTP client to request another URL.",
        example: ["to": "/notes/:id", "status": 308])
    package static let params = Key(
        "params", .params,
        "Constraints of the captures, by name: a type, a list of values or a /regex/. "
            + "Other values do not match.", example: ["id": "int"])
    package static let present = Key(
        "present", .presentation,
        "The presentation of the module's view. Default: the first one that the module allows.",
        example: "push")
    package static let priority = Key(
        "priority", .rank, "A higher priority takes precedence, before all other rules. Default: 0.",
        default: .integer(0), example: 10)
    package static let tags = Key(
        "tags", .tagSet, "The tag views that show the route, in addition to its module's tags.", example: ["views"])
    package static let timeout = Key(
        "timeout", .duration,
        "The time limit of the handler or factory: a number and a unit, such as 500ms or 2s. Default: no limit.",
        example: "5s")
    package static let lane = Key(
        "lane", .name, "The serial queue for opens of this route. Default: the module's lane.", example: "main"
    )
    package static let with = Key(
        "with", .with, "Overrides the module's 'with', key by key, or configures the handler.",
        example: ["format": "json"])

    package static let object = ObjectGrammar(
        "route", noun: "a route",
        keys: [
            id, summary, url, urls, methods, module, handler, forward, redirect, params, present, priority, tags,
            timeout,
            lane, with,
        ], groups: [.exactlyOne(url, urls), .exactlyOne(module, handler, forward, redirect)],
        conditions: [KeyCondition(key: present, needs: module, word: nil)], titledBy: [id, url, urls],
        peers: [module, handler, forward, redirect, params])
}

package enum RedirectGrammar {
    package static let to = Key(
        "to", .target,
        "The URL for the client, with the pattern's `:name` and `**name` in it: on another host, or a path of this one. "
            + "Without a query of its own it gets the query of the request.", required: true, example: "/notes/:id")
    package static let status = Key(
        "status", .redirectStatus, "The HTTP status that an HTTP service answers with.", required: true, example: 308)

    package static let object = ObjectGrammar("redirect", noun: "'redirect'", keys: [to, status])

    /// Returns the two ways to lead to a URL, for help texts.
    package static func choice(of url: String) -> String {
        "write `forward: \(url)` to follow it inside, or `redirect: { to: \(url), status: 308 }` to tell the client"
    }

    /// An example for help texts.
    package static let example = "an HTTP client is redirected by a route with `redirect: { to: /new, status: 308 }`"
}
