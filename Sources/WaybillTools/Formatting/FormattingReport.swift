import WaybillManifest
public import WaybillSyntax

/// The result of formatting a set: what `waybill fmt` prints and writes.
public struct FormattingReport: Sendable {
    /// The files, in the order of ``/WaybillSyntax/SourceSpan/file``.
    public var sources: [SourceFile]
    /// The errors of files that could not be read, or are not valid YAML.
    public var diagnostics: [Diagnostic]
    /// The files that are not formatted, with the bytes that they should have.
    public var changes: [FileChange] = []
    /// A line for each file that was not formatted for another reason.
    public var remarks: [String] = []
    /// Whether one of them is an error in the formatter.
    public var hasInternalErrors = false

    /// Formats every file of a set. Includes are not followed.
    public init(_ files: ManifestFiles) {
        sources = files.files
        diagnostics = files.diagnostics
        for (index, formatting) in Formatting.of(files).enumerated() { add(formatting, of: sources[index]) }
    }

    private mutating func add(_ formatting: Formatting, of file: SourceFile) {
        switch formatting {
        case .canonical: break
        case .changed(let bytes): changes.append(FileChange(path: file.path, old: file.bytes, new: bytes))
        case .refused(let errors): diagnostics += errors
        case .unsupported(let reason, let span):
            let place = file.position(at: span.start)
            remarks.append("\(file.path):\(place.line):\(place.column): not formatted: \(reason)\n")
        case .failed(let reason):
            hasInternalErrors = true
            remarks.append("\(file.path): not formatted: \(reason); please report this\n")
        }
    }

    /// Whether every file could be read.
    public var isReadable: Bool { !diagnostics.contains { $0.rule.traits.contains(.losesFile) } }

    /// Whether every file has a canonical layout, formatted or not.
    public var isClean: Bool { diagnostics.isEmpty && remarks.isEmpty }

    /// The reasons why files were not formatted; empty if there are none.
    public var text: String {
        TextRenderer(sources: sources, showsSecrets: true).render(diagnostics, maximumPerRule: 40) + remarks.joined()
    }
}
