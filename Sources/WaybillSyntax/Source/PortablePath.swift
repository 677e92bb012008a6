/// Paths for reports that programs read: relative to the working folder, without `./`.
package enum PortablePath {
    /// Returns `Routes/a.yaml` for `./Routes//a.yaml`, and for `/project/Routes/a.yaml` if the folder is `/project`.
    package static func of(_ path: String, below folder: String?) -> String {
        var parts = path.split(separator: "/").filter { $0 != "." }[...]
        guard path.hasPrefix("/") else { return parts.joined(separator: "/") }
        guard let folder, folder.hasPrefix("/") else { return "/" + parts.joined(separator: "/") }
        let above = folder.split(separator: "/").filter { $0 != "." }
        guard parts.count > above.count, parts.starts(with: above) else { return "/" + parts.joined(separator: "/") }
        parts.removeFirst(above.count)
        return parts.joined(separator: "/")
    }

    /// Returns the path as a URI reference: everything but unreserved characters and slashes is escaped.
    package static func uri(of path: String) -> String {
        var uri = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            if byte.isUnreserved || byte == UInt8(ascii: "/") {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return uri
    }
}

extension UInt8 {
    /// RFC 3986, 2.3.
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
