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

    /// The message on one line, and each remark on its own line, without control characters.
    package var paragraph: String { paragraph(after: message.safeOnScreen) }

    /// Returns the paragraph with the related places, for formats that have no other room for them.
    package func paragraph(in sources: [SourceFile]) -> String {
        paragraph(after: message.safeOnScreen, TextRenderer(sources: sources, showsSecrets: true).noteLines(for: self))
    }

    /// - Parameter lines: The lines between the first one and the remarks.
    package func paragraph(after first: String, _ lines: [String] = []) -> String {
        ([first] + lines + remarks.map { "\($0.label): \($0.text.safeOnScreen)" }).joined(separator: "\n")
    }
}
