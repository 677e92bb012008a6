/// Paths for reports that programs read: relative to the working folder or to a repository's root, without `./`.
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

    /// Returns the path relative to a folder above the working folder, such as the root of a repository:
    /// `shop/Routes/a.yaml` for `Routes/a.yaml` in `/project/shop`, if the root is `/project`. A path outside of the root
    /// stays as it is in the working folder.
    package static func of(_ path: String, in folder: String?, below root: String?) -> String {
        guard let root, let folder, folder.hasPrefix("/") else { return of(path, below: folder) }
        var parts: [Substring] = []
        for part in (path.hasPrefix("/") ? path : folder.asPrefix + path).split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        let below = of("/" + parts.joined(separator: "/"), below: root)
        return below.hasPrefix("/") ? of(path, below: folder) : below
    }
}
