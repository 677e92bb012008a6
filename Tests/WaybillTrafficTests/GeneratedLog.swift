import WaybillTraffic

@testable import WaybillOracle

/// A request as a log writes it.
struct GeneratedRequest {
    var method: String
    var url: String
    var status: Int
    /// In seconds since 2030-01-01T00:00:00Z.
    var second: Int

    /// Whether a server that writes request lines takes the target.
    var isTarget: Bool {
        url.hasPrefix("/") || ["http://", "https://"].contains { url.lowercased().hasPrefix($0) && url.utf8.count > 7 }
    }
}

/// Writes requests in a format of a log, as the programs of that format do.
struct GeneratedLog {
    var format: LogFormat
    /// The host of requests, if the format logs it.
    var host = "h.com"

    static let formats: [LogFormat] = [.common, .combined, .vhost, .haproxy, .caddy, .json]

    /// Whether lines have a host.
    var hasHost: Bool { format == .vhost || format == .caddy }

    func line(_ request: GeneratedRequest) -> String {
        let request = (line: "\(request.method) \(request.url) HTTP/1.1", request)
        switch format {
        case .common: return "10.0.0.1 - - [\(time(request.1))] \"\(nginx(request.line))\" \(request.1.status) 12"
        case .combined:
            return
                "::1 - frank [x] [\(time(request.1))] \"\(apache(request.line))\" \(request.1.status) - \"-\" \"curl \\\"8\\\"\""
        case .vhost:
            return
                "\(host):80 10.0.0.1 - - [\(time(request.1))] \"\(apache(request.line))\" \(request.1.status) 12 \"-\" \"x\""
        case .haproxy:
            return
                "Jan  1 00:00:00 lb haproxy[9]: 10.0.0.1:33317 [\(localTime(request.1)).123] front back/one 1/0/3/6/9 "
                + "\(request.1.status) 27 - - ---- 1/1/1/1/0 0/0 {a b|} {} \"\(haproxy(request.line))\""
        case .caddy:
            return
                "{\"level\":\"info\",\"ts\":\(1_893_456_000 + request.1.second).5,\"logger\":\"http.log.access\","
                + "\"request\":{\"method\":\"\(json(request.1.method))\",\"host\":\"\(host)\",\"uri\":\"\(json(request.1.url))\","
                + "\"headers\":{\"Accept\":[\"*/*\"]}},\"status\":\(request.1.status)}"
        case .json, .waybill:
            return
                "{ \"time_local\": \"\(time(request.1))\", \"request_method\": \"\(json(request.1.method))\", \"nothing\": null, "
                + "\"request_uri\": \"\(json(request.1.url))\", \"list\": [1, {\"uri\": \"/no\"}], \"status\": \"\(request.1.status)\" }"
        }
    }

    private func time(_ request: GeneratedRequest) -> String {
        // The zone changes, the time does not.
        request.second % 2 == 0 ? clock(request.second + 7_200) + " +0200" : clock(request.second - 5_400) + " -0130"
    }

    private func localTime(_ request: GeneratedRequest) -> String { clock(request.second) }

    private func clock(_ second: Int) -> String {
        let isBefore = second < 0
        let seconds = isBefore ? second + 86_400 : second
        let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return (isBefore ? "31/Dec/2029:" : "01/Jan/2030:") + parts.joined(separator: ":")
    }

    // MARK: Escapes

    private func nginx(_ text: String) -> String {
        text.utf8.reduce(into: "") { output, byte in
            if byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x5C {
                output += "\\x" + hex(byte)
            } else {
                output.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }

    private func apache(_ text: String) -> String {
        text.utf8.reduce(into: "") { output, byte in
            switch byte {
            case 0x22: output += "\\\""
            case 0x5C: output += "\\\\"
            case 0x0A: output += "\\n"
            case 0..<0x20, 0x7F...: output += "\\x" + hex(byte).lowercased()
            default: output.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }

    private func haproxy(_ text: String) -> String {
        text.utf8.reduce(into: "") { output, byte in
            if byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x23 {
                output += "#" + hex(byte)
            } else {
                output.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }

    private func json(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { output, scalar in
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "/" where format == .json: output += "\\/"
            case "é", "\u{0}"..<" ":
                output += "\\u00" + hex(UInt8(scalar.value))
            default: output.unicodeScalars.append(scalar)
            }
        }
    }

    private func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + digits : digits
    }
}
