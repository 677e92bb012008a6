import WaybillSyntax

/// A workflow command, which GitHub Actions turns into an annotation.
struct GitHubCommand {
    /// In the order of writing; empty for the whole change.
    var place: [Property] = []
    private let severity: Severity
    private let title: String
    private let message: String

    /// A part of the place.
    enum Property {
        case file(String)
        case line(Int)
        case endLine(Int)
        case column(Int)
        case endColumn(Int)
    }

    /// - Parameter message: The text of the annotation, and of the log. It may have several lines.
    init(_ severity: Severity, title: String, message: String) {
        self.severity = severity
        self.title = title
        self.message = message
    }

    /// The command with its line end.
    var line: String {
        let properties = (place.map(\.text) + ["title=\(Self.escapedProperty(title))"]).joined(separator: ",")
        return "::\(word) \(properties)::\(Self.escaped(message, Array("%\r\n".utf8)))\n"
    }

    private var word: String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info, .hint: "notice"
        }
    }

    fileprivate static func escapedProperty(_ text: String) -> String { escaped(text, Array("%\r\n:,".utf8)) }

    private static func escaped(_ text: String, _ special: [UInt8]) -> String {
        guard text.utf8.contains(where: special.contains) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 8)
        for byte in text.utf8 {
            if special.contains(byte) {
                bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension GitHubCommand.Property {
    fileprivate var text: String {
        switch self {
        case .file(let path): "file=\(GitHubCommand.escapedProperty(path))"
        case .line(let number): "line=\(number)"
        case .endLine(let number): "endLine=\(number)"
        case .column(let number): "col=\(number)"
        case .endColumn(let number): "endColumn=\(number)"
        }
    }
}
