import WaybillTable

/// The addresses of files, as clients write them: `file:///work/Routes/a.yaml`.
enum DocumentURI {
    /// Returns the path of a file; `nil` for other schemes, such as the one of documents that were never saved.
    static func path(of uri: String) -> String? {
        guard uri.lowercased().hasPrefix("file://") else { return nil }
        let rest = uri.dropFirst("file://".count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash]
        guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
        let end = rest[slash...].firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
        guard let bytes = PercentCoding.decoded(String(rest[slash..<end])) else { return nil }
        let path = String(decoding: bytes, as: UTF8.self)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Returns the address of a file.
    static func uri(of path: String) -> String { "file://" + PercentCoding.encode(path: path) }
}
