/// The bytes of many URLs, one after the other, as in a server's buffers, so that the reference counting of nested
/// arrays is not measured.
public struct URLList: Sendable {
    public private(set) var bytes: [UInt8] = []
    public private(set) var ranges: [Range<Int>] = []

    public init(_ urls: [String]) {
        for url in urls {
            let start = bytes.count
            bytes += url.utf8
            ranges.append(start..<bytes.count)
        }
    }

    public var count: Int { ranges.count }
}
