import WaybillManifest
import WaybillReports
import WaybillSyntax

/// The reason why a tool has no answer, for the agent to read.
struct AgentProblem: Error {
    var lines: [String]

    init(_ lines: String...) { self.lines = lines }

    init(lines: [String]) { self.lines = lines }
}

/// A part of the lines of an answer. An agent's window is small, so an answer has at most 100 kB, and a cursor leads to the
/// next part.
struct AgentPage {
    private let text: String
    /// `nil` at the end.
    private let next: String?
    private let summary: String

    /// In bytes of JSON. The rest of a message needs some, too.
    private static let limit = 98_000
    /// A longer line is cut. Only the JSON formats of the command have such texts whole.
    private static let lineLimit = 8_000

    /// - Parameter cursor: Where an earlier part ended.
    /// - Throws: If the lines have changed since.
    init(_ lines: [String], from cursor: String?) throws(AgentProblem) {
        let identity = Self.identity(of: lines)
        var first = 0
        if let cursor {
            guard cursor.hasPrefix(identity + "-"), let place = Int(cursor.dropFirst(identity.count + 1)),
                lines.indices.contains(place)
            else {
                throw AgentProblem("the answer has changed since this cursor was made; call again without a cursor")
            }
            first = place
        }
        var room = Self.limit
        var shown: [String] = []
        for line in lines[first...] {
            let line = Self.cut(line)
            let size = JSONValue.string(line + "\n").json.count - 2
            guard size <= room else { break }
            room -= size
            shown.append(line)
        }
        let end = first + shown.count
        text = shown.map { $0 + "\n" }.joined()
        next = end < lines.count ? "\(identity)-\(end)" : nil
        summary = "lines \(first + 1) to \(end) of \(lines.count)"
    }

    private static func identity(of lines: [String]) -> String {
        var encoder = CanonicalEncoder()
        for line in lines { encoder.encode(line) }
        return String(encoder.digest.prefix(12))
    }

    private static func cut(_ line: String) -> String {
        guard line.utf8.count > lineLimit else { return line }
        return String(decoding: line.utf8.prefix(lineLimit), as: UTF8.self) + "… (cut: \(line.utf8.count) bytes)"
    }

    /// The result of a call. A model may see the content alone, so the cursor is in it, too.
    var result: JSONValue {
        var content: [JSONValue] = [["type": "text", "text": .string(text)]]
        guard let next else { return ["content": .array(content), "isError": false] }
        content.append(["type": "text", "text": .string("\(summary); for more: cursor \"\(next)\"")])
        return ["content": .array(content), "isError": false, "nextCursor": .string(next)]
    }

    static func result(of problem: AgentProblem) -> JSONValue {
        let lines = problem.lines.prefix(20).map(cut)
        return ["content": [["type": "text", "text": .string(lines.joined(separator: "\n"))]], "isError": true]
    }
}
