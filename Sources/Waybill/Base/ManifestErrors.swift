import WaybillManifest
public import WaybillSyntax

/// Why manifests were rejected: every problem of the set, not only the first.
///
/// It is a value type, safe to use from any thread.
public struct ManifestErrors: Error, Sendable, CustomStringConvertible {
    /// Sorted by place. Warnings are included.
    public let diagnostics: [Diagnostic]
    /// The files that the diagnostics point into.
    public let sources: [SourceFile]

    /// Creates an error from sorted diagnostics and the files that they point into.
    public init(diagnostics: [Diagnostic], sources: [SourceFile]) {
        self.diagnostics = diagnostics
        self.sources = sources
    }

    /// The text that `waybill check` prints for these problems, without secrets, so it may be logged. ``diagnostics``
    /// may contain secrets.
    public var description: String { TextRenderer(sources: sources).render(diagnostics) }
}
