import WaybillSyntax
import WaybillTools

extension Question {
    /// Returns the edits that format the document as `waybill fmt` does.
    ///
    /// - Parameter range: Only changes of these lines are wanted. If they alone would not have the same meaning as all
    ///   changes, there are none.
    func formatted(range: JSONValue?) throws(ResponseError) -> JSONValue {
        guard let document else { throw ResponseError(.invalidParams, "'\(path)' is not open") }
        let file = document.file
        switch Formatting.of(file) {
        case .canonical: return []
        // The diagnostics say what is not valid.
        case .refused: return .null
        case .unsupported(let reason, _): throw ResponseError(.requestFailed, "not formatted: \(reason)")
        case .failed(let reason): throw ResponseError(.requestFailed, "not formatted: \(reason); please report this")
        case .changed(let bytes):
            var edits = FileChange(path: path, old: file.bytes, new: bytes).edits(in: 0, isDivided: range != nil)
            if let range {
                let span = span(of: range, in: file, index: 0)
                edits = edits.filter { $0.span.start <= span.end && $0.span.end > span.start }
                guard isPart(edits, of: bytes, file) else { return [] }
            }
            let places = Places(document, client)
            return .array(edits.map(places.textEdit))
        }
    }

    /// Whether the rest of the formatting gives the same text after some of its edits.
    private func isPart(_ edits: [Diagnostic.Edit], of bytes: [UInt8], _ file: SourceFile) -> Bool {
        let partly = file.bytes.applying(edits)
        return switch Formatting.of(SourceFile(path: path, bytes: partly)) {
        case .changed(let rest): rest == bytes
        case .canonical: partly == bytes
        default: false
        }
    }
}
