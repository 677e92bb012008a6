import WaybillTable

/// Cuts the bytes of a client into the bodies of messages.
///
/// ```
/// Content-Length: 38\r\n\r\n{"jsonrpc":"2.0","method":"initialized"}
/// ```
///
/// After bytes that are not a message it goes on at the next header, so that one broken message does not end a session.
struct MessageReader {
    /// The largest message: the largest file, with every byte escaped.
    private static let bodyLimit = 64 << 20
    private static let headerLimit = 16 << 10
    private static let headerEnd: [UInt8] = Array("\r\n\r\n".utf8)
    private static let lengthName: [UInt8] = Array("content-length:".utf8)

    private var buffer: [UInt8] = []
    /// The length of the body whose header was read.
    private var bodyLength: Int?

    /// The next part of the bytes.
    enum Part {
        case body([UInt8])
        /// Bytes that are not a message, and why.
        case rubbish(String)
    }

    mutating func append(_ bytes: some Sequence<UInt8>) { buffer += bytes }

    /// Puts back the end of a body that was not JSON, from the header that is in it: the body was shorter than its
    /// header said.
    mutating func putBack(_ body: [UInt8]) {
        guard let start = Self.place(of: Self.lengthName, in: body[...]) else { return }
        buffer = body[start...] + buffer
    }

    /// Returns the next part; `nil` if more bytes are needed.
    mutating func next() -> Part? {
        if let bodyLength {
            guard buffer.count >= bodyLength else { return nil }
            let body = Array(buffer[..<bodyLength])
            buffer.removeFirst(bodyLength)
            self.bodyLength = nil
            return .body(body)
        }
        guard let end = Self.place(of: Self.headerEnd, in: buffer[...]) else {
            guard buffer.count > Self.headerLimit else { return nil }
            // The end may be the start of a header.
            buffer.removeFirst(buffer.count - Self.lengthName.count - 32)
            return .rubbish("\(Self.headerLimit) bytes without the end of a header")
        }
        let header = buffer[..<end]
        let length = Self.length(in: header)
        buffer.removeFirst(end + Self.headerEnd.count)
        guard let length else { return .rubbish("a header without a valid Content-Length") }
        guard length <= Self.bodyLimit else { return .rubbish("a message of \(length) bytes") }
        bodyLength = length
        return next()
    }

    /// Returns the length in a header, which may have rubbish before it.
    private static func length(in header: ArraySlice<UInt8>) -> Int? {
        guard let start = place(of: lengthName, in: header) else { return nil }
        let value = header[(start + lengthName.count)...].prefix { $0 != UInt8(ascii: "\r") }
        let digits = String(decoding: value, as: UTF8.self).filter { $0 != " " && $0 != "\t" }
        return Int(digits).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns the last place of a lower-case word, in any case for letters.
    private static func place(of word: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        let isEnd = word == headerEnd
        let places = bytes.indices.dropLast(max(0, word.count - 1)).lazy
        let fits = { (start: Int) in
            ASCII.lowercased(bytes[start]) == word[0]
                && bytes[start..<start + word.count].lazy.map(ASCII.lowercased).elementsEqual(word)
        }
        return isEnd ? places.first(where: fits) : places.last(where: fits)
    }

    /// Returns a message with its header.
    static func framed(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
