import WaybillManifest
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let openPrivilege = Rule("V002", "open-privilege", .warning, .policies, .offByDefault)
}

extension Check<PolicyContext> {
    static let privileged = Check(.openPrivilege, when: { $0.privileged != nil }, find: { $0.checkPrivileged() })
}

extension PolicyContext {
    /// Privileged routes that are reachable from any scheme or host.
    fileprivate func checkPrivileged() -> [Diagnostic] {
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
