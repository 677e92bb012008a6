package import WaybillSyntax

/// A line below a diagnostic: a reason, an example request or help.
package struct Remark: Sendable, Hashable {
    /// `why`, `witness` or `help`.
    package var label: String
    package var text: String
}

extension Diagnostic {
    /// The reasons, the example request and the help, in the same words and order for every format.
    package var remarks: [Remark] {
        var remarks = reasons.map { Remark(label: "why", text: $0) }
        if let witness {
            remarks.append(Remark(label: "example", text: witnessRemark.map { "\(witness) \($0)" } ?? witness))
        }
        if let question { remarks.append(Remark(label: "help", text: question)) }
        if let help {
            remarks.append(Remark(label: "help", text: help))
        } else if let fix = fixes.first, suggestions.isEmpty {
            remarks.append(Remark(label: "help", text: fix.description))
        }
        return remarks
    }

    /// `did you mean 'a' or 'b'?`, unless the help or the message already says so.
    private var question: String? {
        guard !suggestions.isEmpty else { return nil }
        let text = message + " " + (help ?? "")
        let isMentioned = suggestions.contains { text.contains("'\($0)'") || text.contains("\"\($0)\"") }
        guard !text.contains("did you mean"), !isMentioned else { return nil }
        return "did you mean \(alternatives(suggestions))?"
    }
}
