package import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// Encodes everything but the routes, which are many and already sorted by their meaning.
    package func encodeDeclarations(to encoder: inout CanonicalEncoder) {
        encoder.encode(settings.isCaseSensitive)
        encoder.encode(settings.trailingSlash.rawValue)
        encoder.encode(unordered: protocols) { $1.encode(to: &$0) }
        encoder.encode(unordered: modules) { $1.encode(to: &$0) }
        encoder.encode(unordered: adapters) { $1.encode(to: &$0) }
        encoder.encode(unordered: interceptors) { $1.encode(to: &$0) }
        encoder.encode(fallback != nil)
        fallback?.encode(to: &encoder)
        encodeLaterKeys(to: &encoder)
    }

    /// Encodes keys that were added later. A set without them must keep its digest, so nothing is encoded for it. The
    /// empty text separates them from the routes, which begin with ids, because an id is never empty.
    private func encodeLaterKeys(to encoder: inout CanonicalEncoder) {
        let defaults = protocols.filter { $0.defaultModule != nil }
        let typed = modules.filter { $0.swiftType != nil }
        guard !defaults.isEmpty || !typed.isEmpty else { return }
        encoder.encode("")
        encoder.encode(unordered: defaults) {
            $0.encode($1.name.value)
            $0.encode($1.defaultModule?.value)
        }
        guard !typed.isEmpty else { return }
        encoder.encode("")
        encoder.encode(unordered: typed) {
            $0.encode($1.id.value)
            $0.encode($1.swiftType?.value)
        }
    }
}

extension ManifestSet {
    /// Returns what a set has once, and another one has with another meaning: `changed settings`, `a changed fallback`.
    package func changedSingles(in other: ManifestSet) -> [String] {
        let hasSettings =
            settings.isCaseSensitive == other.settings.isCaseSensitive
            && settings.trailingSlash == other.settings.trailingSlash
        return (hasSettings ? [] : ["changed settings"])
            + (fallback?.meaning == other.fallback?.meaning ? [] : ["a changed fallback"])
    }
}

/// A declaration of a set whose meaning can be compared.
package protocol CanonicallyEncodable {
    func encode(to encoder: inout CanonicalEncoder)

    /// Whether both mean the same, however they are written. The meanings are compared, not their hashes.
    func meansTheSame(as other: Self) -> Bool
}

extension CanonicallyEncodable {
    package func meansTheSame(as other: Self) -> Bool { meaning == other.meaning }

    /// The part of the digest of a set.
    package var meaning: [UInt8] {
        var encoder = CanonicalEncoder()
        encode(to: &encoder)
        return encoder.bytes
    }
}

extension Route: CanonicallyEncodable {
    package func meansTheSame(as other: Route) -> Bool { isCopy(of: other) || meaning == other.meaning }

    package func encode(to encoder: inout CanonicalEncoder) {
        encoder.encode(id.value)
        encoder.encode(patterns) { $0.encode(utf8: $1.pattern.utf8) }
        encoder.encode(unordered: constrained) { $1.encode(to: &$0) }
        encoder.encode(unordered: methods)
        encoder.encode(unordered: tags)
        encoder.encode(priority)
        destination.encode(to: &encoder)
        encoder.encode(present?.value)
        encoder.encode(timeout?.value)
        encoder.encode(lane?.value)
        encoder.encode(with?.canonicalText)
    }
}

extension Module: CanonicallyEncodable {
    package func encode(to encoder: inout CanonicalEncoder) {
        encoder.encode(id.value)
        encoder.encode(kind.rawValue)
        encoder.encode(factory.value)
        encoder.encode(scope.value.rawValue)
        encoder.encode(unordered: provides)
        encoder.encode(configuration?.value)
        encoder.encode(unordered: requires)
        encoder.encode(unordered: identifiers)
        encoder.encode(isExclusive)
        encoder.encode(present)
        encoder.encode(with?.canonicalText)
        encoder.encode(unordered: tags)
        encoder.encode(lane?.value)
    }
}

extension ProtocolDeclaration: CanonicallyEncodable {
    package func meansTheSame(as other: ProtocolDeclaration) -> Bool {
        meaning == other.meaning && defaultModule?.value.exact == other.defaultModule?.value.exact
    }

    package func encode(to encoder: inout CanonicalEncoder) {
        encoder.encode(name.value)
        encoder.encode(kind.rawValue)
        encoder.encode(swiftType.value)
        encoder.encode(isRequired)
        encoder.encode(unordered: parts)
    }
}

extension Adapter: CanonicallyEncodable {
    package func encode(to encoder: inout CanonicalEncoder) {
        encoder.encode(required.value)
        encoder.encode(provided.value)
        encoder.encode(using?.value)
    }
}

extension Interceptor: CanonicallyEncodable {
    package func encode(to encoder: inout CanonicalEncoder) {
        encoder.encode(id.value)
        encoder.encode(patterns) { $0.encode(utf8: $1.pattern.utf8) }
        encoder.encode(unordered: constrained) { $1.encode(to: &$0) }
        encoder.encode(unordered: methods)
        encoder.encode(unordered: tags)
        action.encode(to: &encoder)
        encoder.encode(with?.canonicalText)
        encoder.encode(order)
        encoder.encode(appliesEverywhere)
        encoder.encode(timeout?.value)
    }
}

extension Fallback: CanonicallyEncodable {
    package func encode(to encoder: inout CanonicalEncoder) {
        // One number, because a fallback without the newer key must keep its digest.
        encoder.encode((target == nil ? 0 : 1) + (servesOtherMethods ? 2 : 0))
        target?.encode(to: &encoder)
        encoder.encode(unordered: byTag) {
            $0.encode($1.tag.value)
            $1.target.encode(to: &$0)
        }
    }
}

extension Constrained {
    fileprivate func encode(to encoder: inout CanonicalEncoder) {
        encoder.encode(name.value)
        switch constraint {
        case .type(let type): encoder.encode(type.name)
        case .oneOf(let values):
            encoder.encode("oneOf")
            encoder.encode(values) { $0.encode($1) }
        case .regex(let text):
            encoder.encode("regex")
            encoder.encode(text)
        }
    }
}

extension Interceptor.Action {
    fileprivate func encode(to encoder: inout CanonicalEncoder) {
        switch self {
        case .use(let name): encoder.encode("use", name.value)
        case .rewrite(let target): encoder.encode("rewrite", target.text.value)
        case .reject(let rejection):
            encoder.encode("reject", rejection.reason)
            encoder.encode(rejection.status)
        }
    }
}

extension Route.Destination {
    fileprivate func encode(to encoder: inout CanonicalEncoder) {
        switch self {
        case .module(let name): encoder.encode("module", name.value)
        case .handler(let name): encoder.encode("handler", name.value)
        // These words are parts of digests, which are older than the words of the manifest.
        case .forward(let target): encoder.encode("redirect", target.text.value)
        case .redirect(let target, let status):
            encoder.encode("clientRedirect", target.text.value)
            encoder.encode(status.rawValue)
        }
    }
}

extension Fallback.Target {
    fileprivate func encode(to encoder: inout CanonicalEncoder) {
        switch self {
        case .module(let name): encoder.encode("module", name.value)
        case .handler(let name): encoder.encode("handler", name.value)
        }
    }
}

extension CanonicalEncoder {
    /// Encodes a word that identifies the next text.
    fileprivate mutating func encode(_ word: String, _ text: String) {
        encode(word)
        encode(text)
    }
}

extension Node {
    /// The value without its layout: sorted keys, lengths before texts, quotes only if they decide the kind, and one
    /// spelling of null. A value that is not known here equals only one that is written alike.
    package var canonicalText: String {
        switch content {
        case .scalar(let scalar):
            let text = scalar.resolved == .null ? "null" : scalar.text
            let kind = isUnknown ? "v" : scalar.resolved == .string ? "q" : "p"
            return "\(kind)\(text.utf8.count):\(text)"
        case .sequence(let items):
            return "[\(items.map(\.canonicalText).joined(separator: ","))]"
        case .mapping(let entries):
            let texts = entries.map { "\($0.key.canonicalText)=\($0.value.canonicalText)".exact }.sorted()
            return "{\(texts.map(\.text).joined(separator: ","))}"
        }
    }
}
