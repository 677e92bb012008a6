import WaybillDigest
import WaybillManifest
import WaybillSyntax

extension LintReport {
    /// What a finding is known by in another run: a text for each, unique in the report.
    ///
    /// It is made of the rule, the file, the words, and the text that is marked, but of no line's number, so that it stays
    /// when lines above come and go. Of problems that are equal in all that, the second one is known as the second.
    ///
    /// - Parameter folder: What paths are relative to.
    func fingerprints(below folder: String?) -> [String] {
        var counts: [String: Int] = [:]
        return diagnostics.map { diagnostic in
            let fingerprint = fingerprint(of: diagnostic, below: folder)
            let count = counts[fingerprint, default: 0]
            counts[fingerprint] = count + 1
            return count == 0 ? fingerprint : "\(fingerprint):\(count + 1)"
        }
    }

    /// What is marked may be a whole section, and many problems may mark it.
    private static let mostMarkedBytes = 256

    private func fingerprint(of diagnostic: Diagnostic, below folder: String?) -> String {
        var encoder = CanonicalEncoder()
        encoder.encode(diagnostic.rule.id)
        encoder.encode(diagnostic.message)
        if sources.indices.contains(diagnostic.span.file) {
            let source = sources[diagnostic.span.file]
            encoder.encode(PortablePath.of(source.path, below: folder))
            var marked = diagnostic.span
            marked.end = min(marked.end, marked.start + Self.mostMarkedBytes)
            encoder.encode(source.text(in: marked))
        }
        return encoder.digest
    }
}
