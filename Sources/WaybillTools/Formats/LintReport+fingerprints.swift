import WaybillManifest
import WaybillReports
import WaybillSyntax

extension LintReport {
    /// Returns a text for each diagnostic that identifies it in other runs. It is unique in the report.
    ///
    /// It is computed from the rule, the file, the message and the marked text, but not from line numbers, so that it
    /// does not change with lines above. Equal diagnostics are numbered.
    ///
    /// - Parameter folder: The folder to which paths are relative.
    func fingerprints(below folder: String?) -> [String] {
        var counts: [String: Int] = [:]
        return diagnostics.map { diagnostic in
            let fingerprint = fingerprint(of: diagnostic, below: folder)
            let count = counts[fingerprint, default: 0]
            counts[fingerprint] = count + 1
            return count == 0 ? fingerprint : "\(fingerprint):\(count + 1)"
        }
    }

    /// The marked text may be a whole section, and many diagnostics may mark it.
    private static let maximumMarkedBytes = 256

    private func fingerprint(of diagnostic: Diagnostic, below folder: String?) -> String {
        var encoder = CanonicalEncoder()
        encoder.encode(diagnostic.rule.id)
        encoder.encode(diagnostic.message)
        if sources.indices.contains(diagnostic.span.file) {
            let source = sources[diagnostic.span.file]
            encoder.encode(PortablePath.of(source.path, below: folder))
            var marked = diagnostic.span
            marked.end = min(marked.end, marked.start + Self.maximumMarkedBytes)
            encoder.encode(source.text(in: marked))
        }
        return encoder.digest
    }
}
