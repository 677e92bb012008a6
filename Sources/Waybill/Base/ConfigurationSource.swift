import WaybillManifest
import WaybillSyntax

/// The configuration of a factory that takes none.
public struct NoConfiguration: Decodable, Sendable {
    public init() {}
}

/// A type that a `with:` is decoded into.
typealias ConfigurationType = any (Decodable & SendableMetatype).Type

/// The `with:` mapping that a configuration is decoded from, or its absence.
struct ConfigurationSource: Sendable {
    /// The mapping, with every overlay applied.
    var node: Node?
    /// Where to point when a key is missing: at `with:`, or at the entry that should have one.
    var anchor: SourceSpan
    /// What takes the configuration, for messages: "factory 'notes.store'".
    var taker: String

    /// Decodes the whole mapping. A key that the type does not decode is an error too.
    func decode<C: Decodable>(_ type: C.Type) throws(Unbindable) -> C {
        if let none = NoConfiguration() as? C { return none }
        switch NodeDecoder.decode(type, from: node ?? Node(span: anchor, content: .mapping([]))) {
        case .failure(let failure):
            let message = node?.hidingTexts(in: failure.message) ?? failure.message
            throw Unbindable(diagnostics: [
                Diagnostic(
                    .configurationMismatch, at: failure.span,
                    "\(taker) cannot take its configuration: \(message)",
                    suggestions: failure.suggestions)
            ])
        case .success(let decoded):
            let unknown = decoded.unaskedKeys.map { key in
                Diagnostic(
                    .configurationMismatch, at: key.span, "\(taker) takes no '\(key.name)'",
                    suggestions: key.suggestions)
            }
            guard unknown.isEmpty else { throw Unbindable(diagnostics: unknown) }
            return decoded.value
        }
    }
}

/// Why a registered name cannot be bound where a manifest uses it.
struct Unbindable: Error {
    var diagnostics: [Diagnostic]
}
