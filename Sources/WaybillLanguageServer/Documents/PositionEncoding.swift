import WaybillSyntax

/// The unit in which columns are counted. Clients choose one; without a choice it is UTF-16.
enum PositionEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// Returns the first encoding that a client offers and the server knows.
    init(offered: [String]) { self = offered.lazy.compactMap(Self.init).first ?? .utf16 }

    /// Returns the line and the column of a byte offset, counted from 0.
    func position(at offset: Int, in file: SourceFile) -> (line: Int, character: Int) {
        let position = self == .utf16 ? file.utf16Position(at: offset) : file.position(at: offset)
        let start = start(ofLine: position.line, in: file)
        guard self == .utf8 || position.line == 1 && start < file.byteOrderMarkLength else {
            return (position.line - 1, position.column - 1)
        }
        if self == .utf8 { return (position.line - 1, max(0, min(offset, file.bytes.count) - start)) }
        return (0, offset < file.byteOrderMarkLength ? 0 : position.column)
    }

    /// Returns the byte offset of a position, counted from 0. A column after the end of its line is that end, a line after
    /// the last one is the end of the file, and a column inside a character is its start.
    func offset(line: Int, character: Int, in file: SourceFile) -> Int {
        guard line >= 0 else { return 0 }
        guard line < file.lineCount else { return file.bytes.count }
        let end = file.byteRange(ofLine: line + 1).upperBound
        var offset = start(ofLine: line + 1, in: file)
        var units = 0
        while offset < end, units < character {
            let (scalar, length) = decodeScalar(in: file.bytes, at: offset)
            let width =
                switch self {
                case .utf8: length
                case .utf16: (scalar?.value ?? 0) > 0xFFFF ? 2 : 1
                case .utf32: 1
                }
            if units + width > character { break }
            units += width
            offset += length
        }
        return offset
    }

    /// A byte order mark is in no column of a file on disk, but a client that sends one counts it.
    private func start(ofLine line: Int, in file: SourceFile) -> Int {
        line == 1 && file.version == nil ? 0 : file.byteRange(ofLine: line).lowerBound
    }
}
