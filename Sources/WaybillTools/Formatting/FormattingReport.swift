import WaybillManifest
public import WaybillSyntax

/// What comes of formatting a set: what `waybill fmt` prints and writes.
public struct FormattingReport: Sendable {
    /// The files, in the order that ``/WaybillSyntax/SourceSpan/file`` counts them.
    public var sources: [SourceFile]
    /// What could not be read, and the errors of what is not a sound YAML.
    public var diagnostics: [Diagnostic]
    /// The files that are not in their canonical layout, with the bytes that they should have.
    public var changes: [FileChange] = []
    /// A line for each file that stays as it is for another reason.
    public var remarks: [String] = []
    /// Whether one of them is a mistake of ours.
    public var hasFaults = false

    /// Formats every file of a set; includes are not followed.
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
            hasFaults = true
            remarks.append("\(file.path): not formatted: \(reason); please report this\n")
        }
    }

    /// Whether every file could be read.
    public var isReadable: Bool { !diagnostics.contains { $0.rule == .unreadableFile } }

    /// Whether every file has a canonical layout, be it in it or not.
    public var isClean: Bool { diagnostics.isEmpty && remarks.isEmpty }

    /// Why files were left as they are; empty where none was.
    public func text(color: Bool, width: Int?) -> String {
        let renderer = TextRenderer(sources: sources, color: color, width: width, showsSecrets: true)
        return renderer.render(diagnostics, mostPerRule: 40) + remarks.joined()
    }
}
