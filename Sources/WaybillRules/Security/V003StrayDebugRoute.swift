import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let strayDebugRoute = Rule("V003", "stray-debug-route", .warning, .policies, .offByDefault)
}

extension Check<PolicyContext> {
    static let debugRoutes = Check(.strayDebugRoute, when: { $0.debug != nil }, find: { $0.checkDebugRoutes() })
}

extension PolicyContext {
    /// Routes for debugging in files that are not for them.
    fileprivate func checkDebugRoutes() -> [Diagnostic] {
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
