import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension PolicyContext {
    // MARK: Entry points

    /// P014: patterns that no entry point admits, and to which no rewrite and no redirect leads.
    func checkEntryPoints() -> [Diagnostic] {
        guard let first = policy.entryPoints.first else { return [] }
        var entries = EntryPoints(
            policy.entryPoints.map(\.value) + targets.map { EntryPoint(leadingTo: $0) }, set.settings)
        let routes = set.routes.flatMap { route in route.patterns.map { ($0, route.constrained) } }
        let interceptors = set.interceptors.flatMap { one in one.patterns.map { ($0, one.constrained) } }
        var isComplete = true
        let refused = (routes + interceptors).filter { pattern, constrained in
            let isAdmitted = entries.admit(pattern.pattern, constrained.automata)
            if isAdmitted == nil { isComplete = false }
            return isAdmitted == false
        }
        let undecided =
            isComplete ? [] : [Diagnostic.undecided("whether an entry point accepts each pattern", at: first.span)]
        return undecided
            + refused.map { pattern, _ in
                Diagnostic(
                    .unreachablePattern, at: pattern.span,
                    "no entry point accepts a request for '\(pattern.text.value)'",
                    notes: [.init("the entry points start here", at: first.span)],
                    help: "correct its scheme, host or first segments, or add an entry point")
            }
    }

    /// The internal targets. A client that follows a redirect with a status must use an entry point.
    private var targets: [URLTemplate] {
        self.set.routes.compactMap { if case .redirect(let target) = $0.destination { target.target } else { nil } }
            + set.interceptors.compactMap(\.action.target?.target)
    }

    /// P015: no fallback serves requests that match no route.
    func checkFallback() -> [Diagnostic] {
        guard let place = policy.requiredFallback, table != nil, set.fallback?.target == nil,
            !set.routes.contains(where: \.takesEverything)
        else { return [] }
        return [
            Diagnostic(
                .missingFallback, at: place, "the set has no fallback: a request without a route fails",
                help: "write 'fallback:' in one of the manifests")
        ]
    }

    // MARK: Privileged routes

    /// V002: privileged routes that are reachable from any scheme or host.
    func checkPrivileged() -> [Diagnostic] {
        guard let selection = policy.privileged else { return [] }
        return routes(of: selection).flatMap { index -> [Diagnostic] in
            let route = set.routes[index]
            return route.patterns.compactMap { pattern in
                pattern.pattern.openness.map { openness in
                    Diagnostic(
                        .openPrivilege, at: pattern.span,
                        "privileged route '\(route.id.value)' answers on \(openness)",
                        notes: [.init("this makes it privileged", at: selection.span)],
                        help: "start the pattern with its scheme and host")
                }
            }
        }
    }

    /// V003: routes for debugging in files that are not for them.
    func checkDebugRoutes() -> [Diagnostic] {
        guard let debug = policy.debug else { return [] }
        let globs = debug.files.map(\.value)
        return routes(of: debug.selection).compactMap { index in
            let route = set.routes[index]
            let path = path(ofFile: route.span.file)
            if let path, globs.contains(where: { Glob($0).matches(path[...]) }) { return nil }
            return Diagnostic(
                .strayDebugRoute, at: place(of: route),
                "debug route '\(route.id.value)' is in a file that 'only_in' does not allow",
                notes: [.init("debug routes are configured here", at: debug.selection.span)],
                help:
                    "move it into \(globs.count == 1 ? globs[0] : "one of \(globs.joined(separator: ", "))"), which is not deployed to production",
                fixes: [.init("remove the route", safe: false, .remove(.item(route.span), .removed))])
        }
    }
}

extension Route {
    /// Whether it is a route `/**` for every request.
    fileprivate var takesEverything: Bool {
        methods.isEmpty
            && patterns.contains { pattern in
                let pattern = pattern.pattern
                return pattern.scheme == nil && pattern.host == .any && pattern.segments.isEmpty
                    && pattern.catchAll != nil
            }
    }
}

extension Pattern {
    /// Describes a pattern that is not limited to one scheme and one host; `nil` if it is.
    fileprivate var openness: String? {
        switch host {
        case .suffix(let suffix): "every host below '\(suffix.dropFirst())'"
        case .literal where scheme == nil: "every network scheme"
        case .any where scheme == nil: "every scheme and host"
        case .literal, .any: nil
        }
    }
}
