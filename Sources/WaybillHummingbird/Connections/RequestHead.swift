import Hummingbird
import NIOHTTP1

/// What the head of a request means for its connection.
struct RequestHead {
    /// The problem of the head; nothing is known about the length of the body then.
    private(set) var fault: HTTPError?
    /// Whether a body follows.
    private(set) var hasBody = false
    /// Whether the client waits for permission to send its body.
    var expectsContinue = false
    /// Whether NIO's decoder stops after the request.
    private(set) var stopsDecoder = false
    /// Whether the connection ends with the response.
    private(set) var isLast: Bool

    private var hostCount = 0
    private var codings: [Substring] = []
    private var upgrade: String?
    private var connection: [Substring] = []

    /// Reads a head, and changes its target to a path, and its `Host` to the authority that counts.
    init(_ head: inout HTTPRequestHead) {
        let isOld = head.version == .http1_0
        // Nobody announces to a client of HTTP/1.0 that the connection stays open.
        isLast = isOld
        for (name, value) in head.headers { read(name, value) }
        if isOld { expectsContinue = false }
        if connection.contains("close") { isLast = true }
        if let upgrade { offer(upgrade) }
        fault = problem(of: head, isOld: isOld)
        if fault == nil { fault = Self.moveAuthority(of: &head) }
        // The only spelling that hummingbird knows.
        if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    }

    private mutating func read(_ name: String, _ value: String) {
        // Most fields are of no interest, and have a length of their own.
        switch name.utf8.count {
        case 4 where name.lowercased() == "host": hostCount += 1
        case 6 where name.lowercased() == "expect": expectsContinue = value.lowercased() == "100-continue"
        case 7 where name.lowercased() == "upgrade": upgrade = value
        case 10 where name.lowercased() == "connection": connection += value.listed
        case 14 where name.lowercased() == "content-length": hasBody = hasBody || value != "0"
        case 17 where name.lowercased() == "transfer-encoding":
            hasBody = true
            codings += value.listed
        default: break
        }
    }

    /// The connection goes on after an offer that certainly stops the decoder. Otherwise it ends, because a decoder that
    /// has read a part of the next request cannot be replaced.
    private mutating func offer(_ upgrade: String) {
        stopsDecoder = !upgrade.isEmpty && connection.contains("upgrade")
        if !stopsDecoder { isLast = true }
    }

    private func problem(of head: HTTPRequestHead, isOld: Bool) -> HTTPError? {
        guard hostCount == 1 || (isOld && hostCount == 0) else {
            return HTTPError(.badRequest, message: "a request must have exactly one 'Host' header")
        }
        if head.method == .CONNECT { return HTTPError(.notImplemented, message: "'CONNECT' is not supported") }
        guard let last = codings.last else { return nil }
        if isOld { return HTTPError(.badRequest, message: "HTTP/1.0 does not have 'Transfer-Encoding'") }
        // RFC 9112, 6.3: otherwise nobody knows where the body ends.
        if last != "chunked" { return HTTPError(.badRequest, message: "the last transfer coding must be 'chunked'") }
        if codings.count == 1 { return nil }
        return HTTPError(.notImplemented, message: "the only supported transfer coding is 'chunked'")
    }

    /// Makes a whole URL a path, whose authority replaces `Host` (RFC 9112, 3.2.2).
    private static func moveAuthority(of head: inout HTTPRequestHead) -> HTTPError? {
        guard head.uri.utf8.first != UInt8(ascii: "/") else { return nil }
        guard let target = RequestTarget(head.uri, isOptions: head.method == .OPTIONS) else {
            return HTTPError(.badRequest, message: RequestTarget.requirement)
        }
        guard let authority = target.authority else { return nil }
        head.uri = target.path
        head.headers.replaceOrAdd(name: "Host", value: authority)
        return nil
    }
}

extension String {
    /// The elements of a list, in lower case. A list with other characters than those of plain words is one element,
    /// because NIO's decoder may read it differently.
    fileprivate var listed: [Substring] {
        let text = lowercased()
        guard text.utf8.allSatisfy(\.mayBeInPlainList) else { return [text[...]] }
        return text.split(separator: ",").map(\.trimmed)
    }
}

extension UInt8 {
    fileprivate var mayBeInPlainList: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: " "): true
        default: false
        }
    }
}
