import WaybillManifest
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let missingFallback = Rule("P015", "missing-fallback", .info, .policies, .offByDefault)
}

extension Check<PolicyContext> {
    static let fallback = Check(.missingFallback, when: { $0.requiredFallback != nil }, find: { $0.checkFallback() })
}

extension PolicyContext {
    /// No fallback serves requests that match no route.
    fileprivate func checkFallback() -> [Diagnostic] {
        guard let place = policy.requiredFallback, table != nil, set.fallback?.target == nil,
            !set.routes.contains(where: \.takesEverything)
        else { return [] }
        return [
            Diagnostic(
                .missingFallback, at: place, "the set has no fallback: a request without a route fails",
                help: "write 'fallback:' in one of the manifests")
        ]
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
