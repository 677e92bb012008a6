import WaybillManifest

/// Where a configuration is decoded from: a `with:` mapping, or its absence.
struct ConfigurationSource: Sendable {
    /// The `with:` mapping, overlaid already.
    var node: Node?
    /// Where to point when the mapping lacks something: `with:` itself, or whatever should have had one.
    var anchor: SourceSpan
    /// "factory 'notes.store'".
    var taker: String

    /// Decodes the whole mapping; a key that nothing asks for is a mistake too.
    func decode<C: Decodable>(_ type: C.Type) throws(Unbindable) -> C {
        if let none = NoConfiguration() as? C { return none }
        switch NodeDecoder.decode(type, from: node ?? Node(span: anchor, content: .mapping([]))) {
        case .failure(let failure):
            throw Unbindable(diagnostics: [
                Diagnostic(
                    .configurationMismatch, at: failure.span,
                    "\(taker) cannot take its configuration: \(failure.message)",
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
