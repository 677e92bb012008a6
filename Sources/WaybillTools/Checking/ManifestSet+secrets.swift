import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// V001: values under `with:` that look like secrets. The values are never repeated.
    ///
    /// The text of the files is checked, because variables are already replaced in the values.
    func plainSecrets(in sources: [SourceFile]) -> [Diagnostic] {
        var search = SecretSearch(sources: sources)
        for with in modules.compactMap(\.with) + interceptors.compactMap(\.with) { search.look(at: with, under: "") }
        for index in routes.indices {
            if let with = routes[index].with { search.look(at: with, under: "") }
        }
        return search.found
    }
}

private struct SecretSearch {
    let sources: [SourceFile]
    private(set) var found: [Diagnostic] = []
    private var seen: Set<Place> = []
    private var reported: Set<SourceSpan> = []
    /// By key, because keys repeat.
    private var secrets: [String: SecretKey?] = [:]

    /// An aliased value has the place of its anchor. It is checked again only under another key.
    private struct Place: Hashable {
        var span: SourceSpan
        var key: String
    }

    init(sources: [SourceFile]) { self.sources = sources }

    mutating func look(at node: Node, under key: String) {
        guard seen.insert(Place(span: node.span, key: key)).inserted else { return }
        switch node.content {
        case .mapping(let entries):
            for entry in entries {
                // The scopes of a security scheme are public, whatever its name: `security: [{ auth_token: [read] }]`.
                let isScheme = if case .sequence = entry.value.content { key == "security" } else { false }
                look(at: entry.value, under: isScheme ? "" : entry.key.scalarText ?? "")
            }
        case .sequence(let items):
            for item in items { look(at: item, under: key) }
        case .scalar(let scalar):
            guard sources.indices.contains(node.span.file) else { return }
            let written = sources[node.span.file].bytes.clamped(node.span)
            guard let kind = kind(of: scalar, written, under: key), reported.insert(node.span).inserted else { return }
            found.append(
                Diagnostic(
                    .plainSecret, at: node.span.firstLine(in: sources[node.span.file]),
                    "\(key.isEmpty ? "a value" : "'\(key)'") contains what looks like \(kind)",
                    help:
                        "take it from the environment: \"${NAME}\"; and rotate this secret: it has been exposed"
                ))
        }
    }

    private mutating func kind(
        of scalar: Node.Scalar, _ written: ArraySlice<UInt8>, under key: String
    ) -> String? {
        func text() -> String { String(decoding: written, as: UTF8.self) }
        let token = KnownToken.all.first {
            written.holds($0.prefixBytes) && written.holds($0.markBytes) && $0.appears(in: text())
        }
        if let token { return token.name }
        if written.holds(authorityMark), Self.hasPassword(text()) { return "a URL with a password" }
        guard scalar.isText, let secret = secret(named: key) else { return nil }
        let values = written.holds(variableMark) ? Self.defaults(of: text()) : [scalar.text]
        return values.contains(where: secret.isDisclosed) ? secret.name : nil
    }

    private mutating func secret(named key: String) -> SecretKey? {
        if let known = secrets[key] { return known }
        let secret = SecretKey(key)
        secrets[key] = .some(secret)
        return secret
    }

    /// The values that variables have where the environment does not set them: `${NAME:-value}`.
    private static func defaults(of text: String) -> [String] {
        text.split(separator: "$").dropFirst().compactMap { part in
            guard part.first == "{", let end = part.firstIndex(of: "}"), let mark = part[..<end].firstRange(of: ":-")
            else { return nil }
            return String(part[mark.upperBound..<end])
        }
    }

    /// Whether it is a URL with a password: `postgres://user:password@host`.
    private static func hasPassword(_ text: String) -> Bool {
        text.ranges(of: "://").contains { range in
            let authority = text[range.upperBound...].prefix { !"/ \"'".contains($0) }
            guard let end = authority.lastIndex(of: "@"), let colon = authority[..<end].firstIndex(of: ":") else {
                return false
            }
            let password = authority[colon..<end].dropFirst()
            return !password.isEmpty && !password.contains("$") && !password.hasPrefix("<")
        }
    }
}

private let authorityMark = Array("://".utf8)
private let variableMark = Array("${".utf8)

extension Node.Scalar {
    fileprivate var isText: Bool { resolved == .string }
}

extension SourceSpan {
    /// Returns the part of the span on its first line.
    fileprivate func firstLine(in source: SourceFile) -> SourceSpan {
        let line = source.byteRange(ofLine: source.position(at: start).line)
        return SourceSpan(file: file, start: start, end: max(start, min(end, line.upperBound)))
    }
}

/// The meaning of a key's name for its value.
package struct SecretKey {
    var name: String
    /// Whether people choose the value. Then any literal is a secret.
    var isChosen: Bool

    package init?(_ key: String) {
        let letters = key.lowercased().filter { $0.isLetter || $0.isNumber }
        if ["password", "passwd", "passphrase"].contains(where: letters.hasSuffix) || letters == "pwd" {
            self = Self(name: "a password", isChosen: true)
        } else if [
            "secret", "token", "apikey", "accesskey", "secretkey", "privatekey", "signingkey", "encryptionkey",
        ].contains(where: letters.hasSuffix) {
            self = Self(name: "a secret", isChosen: false)
        } else {
            return nil
        }
    }

    private init(name: String, isChosen: Bool) {
        self.name = name
        self.isChosen = isChosen
    }

    /// Whether the value is not a placeholder and, unless people choose it, is not a name or a sentence.
    func isDisclosed(by value: String) -> Bool {
        guard value.utf8.count >= 4, !Self.isReference(value), !Self.words.contains(value.lowercased()) else {
            return false
        }
        return isChosen || !(value.contains(" ") || Self.isName(value))
    }

    /// Whether the value is a path, a URL, a variable's name or a placeholder, which only says where the secret is.
    private static func isReference(_ value: String) -> Bool {
        let isVariable = value.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) || $0 == 95 }
        return value.hasPrefix("/") || value.hasPrefix("./") || value.contains("://") || value.hasPrefix("<")
            || value.hasPrefix("$")
            || value.allSatisfy { "*x.•…".contains($0) } || value.hasPrefix("arn:") || value.hasPrefix("vault:")
            || (isVariable && value.contains("_"))
    }

    /// Whether the value names a header, a field or a key where the secret is: `X-CSRF-Token`, `session_id`.
    private static func isName(_ value: String) -> Bool {
        let parts = value.lowercased().split { "-_./".contains($0) }
        return parts.count > 1 && parts.allSatisfy { $0.allSatisfy(\.isLetter) }
            && parts.contains { nameParts.contains(String($0)) }
    }

    private static let nameParts: Set = [
        "auth", "authorization", "cookie", "csrf", "field", "header", "id", "key", "param", "query", "secret",
        "session",
        "token",
        "xsrf",
    ]

    private static let words: Set = [
        "none", "required", "optional", "hidden", "masked", "prompt", "redacted", "header", "query", "cookie", "bearer",
        "basic", "form", "body", "environment", "keychain", "password", "token", "session", "true", "false",
    ]
}

/// A secret with a known form.
private struct KnownToken: Sendable {
    let name: String
    let prefix: String
    /// The minimum number of characters after the prefix.
    let length: Int
    /// A text that must follow later.
    let mark: String
    let prefixBytes: [UInt8]
    let markBytes: [UInt8]

    init(name: String, prefix: String, length: Int, mark: String = "") {
        self.name = name
        self.prefix = prefix
        self.length = length
        self.mark = mark
        prefixBytes = Array(prefix.utf8)
        markBytes = Array(mark.utf8)
    }

    static let all: [KnownToken] = [
        KnownToken(name: "an AWS access key", prefix: "AKIA", length: 16),
        KnownToken(name: "an AWS access key", prefix: "ASIA", length: 16),
        KnownToken(name: "a GitHub token", prefix: "ghp_", length: 36),
        KnownToken(name: "a GitHub token", prefix: "gho_", length: 36),
        KnownToken(name: "a GitHub token", prefix: "ghs_", length: 36),
        KnownToken(name: "a GitHub token", prefix: "ghu_", length: 36),
        KnownToken(name: "a GitHub token", prefix: "github_pat_", length: 30),
        KnownToken(name: "a GitLab token", prefix: "glpat-", length: 20),
        KnownToken(name: "a Slack token", prefix: "xoxb-", length: 10),
        KnownToken(name: "a Slack token", prefix: "xoxp-", length: 10),
        KnownToken(name: "a Slack token", prefix: "xoxa-", length: 10),
        KnownToken(name: "a Slack token", prefix: "xoxs-", length: 10),
        KnownToken(name: "a Stripe key", prefix: "sk_live_", length: 16),
        KnownToken(name: "a Stripe key", prefix: "rk_live_", length: 16),
        KnownToken(name: "a Google API key", prefix: "AIza", length: 35),
        KnownToken(name: "a JSON web token", prefix: "eyJ", length: 10, mark: ".eyJ"),
        KnownToken(name: "a private key", prefix: "-----BEGIN", length: 0, mark: "PRIVATE KEY-----"),
    ]

    func appears(in text: String) -> Bool {
        let lastMark = mark.isEmpty ? text.endIndex : text.ranges(of: mark).last?.lowerBound
        guard let lastMark else { return false }
        return text.ranges(of: prefix).contains { range in
            // Inside of a word it is a coincidence.
            guard range.upperBound <= lastMark, text[..<range.lowerBound].last?.isLetter != true else { return false }
            let rest = text[range.upperBound...].prefix(length)
            return rest.count == length && rest.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes contain others. This is much faster than searching a String.
    fileprivate func holds(_ needle: [UInt8]) -> Bool {
        guard let first = needle.first, count >= needle.count else { return needle.isEmpty }
        return (startIndex...(endIndex - needle.count)).contains {
            self[$0] == first && self[$0...].starts(with: needle)
        }
    }
}
