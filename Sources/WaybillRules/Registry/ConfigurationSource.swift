package import WaybillManifest
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

/// Values below `with:`. Variables are expanded, and their values may be secrets of the environment.
package struct ConfiguredTexts: Sendable {
    /// The longest first.
    private let texts: [String]

    package init(of nodes: some Sequence<Node>) {
        let all = Set(nodes.lazy.flatMap(\.scalarTexts).filter { $0.utf8.count > 3 })
        texts = all.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    package init(of set: ManifestSet) {
        self.init(
            of: set.modules.compactMap(\.with) + set.interceptors.compactMap(\.with) + set.routes.compactMap(\.with))
    }

    /// Returns a message without them.
    package func hidden(in message: String) -> String {
        texts.reduce(message) { $0.replacing($1, with: "***") }
    }
}

extension Node {
    /// All scalars in it that are not keys.
    fileprivate var scalarTexts: [String] {
        switch content {
        case .scalar(let scalar): [scalar.text]
        case .sequence(let items): items.flatMap(\.scalarTexts)
        case .mapping(let entries): entries.flatMap(\.value.scalarTexts)
        }
    }
}
