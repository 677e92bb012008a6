import WaybillSyntax
import WaybillTable

/// A workflow command, which GitHub Actions turns into an annotation.
struct GitHubCommand {
    let severity: Severity
    let title: String
    /// The text of the annotation, and of the log. It may have several lines.
    let message: String
    /// The properties of the place with their names, in the order of writing; empty for the whole change.
    let place: [(String, String)]

    /// The command with its line end.
    var line: String {
        let properties = (place + [("title", title)]).map { name, value in
            "\(name)=\(Self.escaped(value, Array("%\r\n:,".utf8)))"
        }.joined(separator: ",")
        return "::\(word) \(properties)::\(Self.escaped(message, Array("%\r\n".utf8)))\n"
    }

    private var word: String { severity < .warning ? "notice" : severity.rawValue }

    private static func escaped(_ text: String, _ special: [UInt8]) -> String {
        guard text.utf8.contains(where: special.contains) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 8)
        for byte in text.utf8 {
            if special.contains(byte) {
                bytes += PercentCoding.encode([byte]).utf8
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
