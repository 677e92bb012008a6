import WaybillManifest
import WaybillSyntax

extension ManifestSet {
    /// V005: an interceptor that keeps people out, and lets them in where it fails.
    func openGates() -> [Diagnostic] {
        interceptors.filter(\.isGate).flatMap { gate in
            (gate.with?.mappingEntries ?? []).filter(\.opensOnFailure).map { entry in
                Diagnostic(
                    .failOpen, at: entry.key.span,
                    "interceptor '\(gate.id.value)' lets requests pass when it fails",
                    help: "remove the setting, or rename the interceptor if it does not protect anything")
            }
        }
    }
}

extension Interceptor {
    /// Whether its id, its code or its tags say that it keeps people out.
    fileprivate var isGate: Bool {
        let code = if case .use(let name) = action { name.value } else { "" }
        let words = Set(([id.value, code] + tags.map(\.value)).flatMap(\.words))
        return !words.isDisjoint(with: [
            "auth", "authn", "authz", "authenticate", "authentication", "authenticated", "authorize", "authorization",
            "authorise", "authorisation", "login", "signin", "permission", "permissions", "acl", "rbac", "jwt", "oauth",
            "oidc", "saml", "csrf", "admin",
        ])
    }
}

extension Node.Entry {
    /// `failOpen: true`, `fail_open: true`, `fail-open: true`.
    fileprivate var opensOnFailure: Bool {
        guard case .scalar(let scalar) = value.content, scalar.booleanValue == true else { return false }
        return key.scalarText?.lowercased().filter(\.isLetter) == "failopen"
    }
}

extension String {
    /// Its words in lower case: `requireLogin` and `require-login` have two.
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
