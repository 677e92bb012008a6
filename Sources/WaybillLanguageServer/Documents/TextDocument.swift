import WaybillSyntax

/// A document that is open in the client, with its unsaved text.
struct TextDocument: Sendable {
    /// As the client wrote it, for all answers about the document.
    let uri: String
    let path: String
    var version: Int
    private(set) var file: SourceFile

    init(uri: String, path: String, version: Int, text: String) {
        self.uri = uri
        self.path = path
        self.version = version
        file = SourceFile(path: path, bytes: Array(text.utf8))
    }

    var bytes: [UInt8] { file.bytes }

    /// Applies the changes of a notification, in order.
    ///
    /// - Returns: A reason for each change that is not valid. A place outside the text is moved into it, as the protocol
    ///   wants it for columns.
    mutating func apply(_ changes: [JSONValue], _ encoding: PositionEncoding) -> [String] {
        var problems: [String] = []
        for change in changes {
            guard let text = change["text"]?.string else {
                problems.append("a change without a text")
                continue
            }
            guard let range = change["range"] else {
                file = SourceFile(path: path, bytes: Array(text.utf8))
                continue
            }
            guard let start = range["start"], let end = range["end"] else {
                problems.append("a range without start or end")
                continue
            }
            let places = [start, end].map { offset(of: $0, encoding) }
            if (start["line"]?.integer ?? -1) >= file.lineCount { problems.append("a range after the end of the text") }
            var bytes = file.bytes
            bytes.replaceSubrange(min(places[0], places[1])..<max(places[0], places[1]), with: text.utf8)
            file = SourceFile(path: path, bytes: bytes)
        }
        return problems
    }

    /// Returns the byte offset of a position of the protocol.
    func offset(of position: JSONValue, _ encoding: PositionEncoding) -> Int {
        encoding.offset(
            line: position["line"]?.integer ?? 0, character: position["character"]?.integer ?? 0, in: file)
    }
}
