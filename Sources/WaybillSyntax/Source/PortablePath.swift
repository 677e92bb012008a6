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
}
