import WaybillManifest
import WaybillRules
import WaybillSyntax

extension ManifestSet {
    /// V005: an authorization interceptor that lets requests pass if it fails.
    func failOpenInterceptors() -> [Diagnostic] {
        interceptors.filter(\.isAuthorization).flatMap { interceptor in
            (interceptor.with?.mappingEntries ?? []).filter(\.failsOpen).map { entry in
                Diagnostic(
                    .failOpen, at: entry.key.span,
                    "interceptor '\(interceptor.id.value)' lets requests pass when it fails",
                    help: "remove the setting, or rename the interceptor if it does not protect anything")
            }
        }
    }
}

extension Interceptor {
    /// Whether its id, its code or its tags say that it authorizes requests.
    fileprivate var isAuthorization: Bool {
        let code = action.code?.value ?? ""
        let words = Set(([id.value, code] + tags.map(\.value)).flatMap(\.words))
        return !words.isDisjoint(with: [
            "auth", "authn", "authz", "authenticate", "authentication", "authenticated", "authorize", "authorization",
            "authorise", "authorisation", "login", "signin", "permission", "permissions", "acl", "rbac", "jwt", "oauth",
            "oidc", "saml", "csrf", "admin",
        ])
    }
}

extension Node.Entry {
    /// Whether it has a key such as `failOpen: true`, `fail_open: true` or `fail-open: true`.
    fileprivate var failsOpen: Bool {
        guard case .scalar(let scalar) = value.content, scalar.booleanValue == true else { return false }
        return key.scalarText?.lowercased().filter(\.isLetter) == "failopen"
    }
}

extension String {
    /// The words in lower case: `requireLogin` and `require-login` have two.
    fileprivate var words: [String] {
        var words: [String] = []
        var isInside = false
        for character in self {
            if !character.isLetter {
                isInside = false
            } else if character.isUppercase || !isInside {
                words.append(character.lowercased())
                isInside = true
            } else {
                words[words.count - 1] += character.lowercased()
            }
        }
        return words
    }
}
