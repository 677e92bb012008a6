import WaybillManifest
package import WaybillSyntax

/// The `with:` mapping from which a configuration is decoded, or its absence.
package struct ConfigurationSource: Sendable {
    /// The mapping, with every overlay applied.
    package var node: Node?
    /// The place for a missing key: `with:`, or the entry that should have one.
    package var anchor: SourceSpan
    /// The owner of the configuration, in messages: "factory 'notes.store'".
    package var taker: String

    package init(node: Node?, anchor: SourceSpan, taker: String) {
        self.node = node
        self.anchor = anchor
        self.taker = taker
    }

    /// Decodes the whole mapping. A key that `body` does not ask for is an error.
    package func read<Value>(_ body: (any Decoder) throws -> Value) throws(Unbindable) -> Value {
        switch NodeDecoder.decode(from: node ?? Node(span: anchor, content: .mapping([])), body) {
        case .failure(let failure):
            let message = node.map { ConfiguredTexts(of: [$0]).hidden(in: failure.message) } ?? failure.message
            throw Unbindable(diagnostics: [
                Diagnostic(
                    .configurationMismatch, at: failure.span,
                    "\(taker) cannot take its configuration: \(message)",
                    suggestions: failure.suggestions)
            ])
        case .success(let decoded):
            let unknown = decoded.unusedKeys.map { key in
                Diagnostic(
                    .configurationMismatch, at: key.span, "\(taker) takes no '\(key.name)'",
                    suggestions: key.suggestions)
            }
            guard unknown.isEmpty else { throw Unbindable(diagnostics: unknown) }
            return decoded.value
        }
    }
}

/// The reason why a registered name cannot be bound at its place in a manifest.
package struct Unbindable: Error {
    package var diagnostics: [Diagnostic]

    package init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
