package import WaybillSyntax

/// The `with:` mapping that a configuration is decoded from, or its absence.
package struct ConfigurationSource: Sendable {
    /// The mapping, with every overlay applied.
    package var node: Node?
    /// Where to point when a key is missing: at `with:`, or at the entry that should have one.
    package var anchor: SourceSpan
    /// What takes the configuration, for messages: "factory 'notes.store'".
    package var taker: String

    package init(node: Node?, anchor: SourceSpan, taker: String) {
        self.node = node
        self.anchor = anchor
        self.taker = taker
    }

    /// Decodes the whole mapping. A key that `body` does not ask for is an error too.
    package func read<Value>(_ body: (any Decoder) throws -> Value) throws(Unbindable) -> Value {
        switch NodeDecoder.decode(from: node ?? Node(span: anchor, content: .mapping([])), body) {
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
package struct Unbindable: Error {
    package var diagnostics: [Diagnostic]

    package init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
