public import WaybillManifest

/// Why manifests could not be taken: everything that is wrong, not the first thing.
public struct ManifestErrors: Error, Sendable, CustomStringConvertible {
    /// Sorted by place. Warnings are among them.
    public let diagnostics: [Diagnostic]
    public let sources: [SourceFile]

    public init(diagnostics: [Diagnostic], sources: [SourceFile]) {
        self.diagnostics = diagnostics
        self.sources = sources
    }

    /// What `waybill check` would print.
    public var description: String { TextRenderer(sources: sources).render(diagnostics) }
}
