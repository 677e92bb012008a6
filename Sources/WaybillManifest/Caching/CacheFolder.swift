#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The files of a cache, with when they were used. Others in its folder are left alone.
struct CacheFolder {
    struct File {
        var path: String
        var name: String
        var bytes: Int
        /// Since 1970.
        var used: Duration
    }

    let files: [File]

    /// No file, where there is no such folder.
    init(_ folder: String) {
        let names = (try? FileSystem.names(in: folder)) ?? []
        files = names.filter(Self.isOwn).compactMap { name in
            let path = folder.asPrefix + name
            guard let version = (try? FileSystem.look(at: path))?.version else { return nil }
            return File(path: path, name: name, bytes: version.size, used: version.written)
        }
    }

    private static func isOwn(_ name: String) -> Bool {
        name.hasSuffix(".run") || name.contains(".run.") && name.hasSuffix(".tmp")
    }

    /// Makes a folder for its owner alone, with a `.gitignore` that keeps it out of repositories, unless it holds what is not
    /// the cache's.
    static func make(_ folder: String) throws(WriteProblem) {
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/" + part
            if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { break }  // a plain call; writing says what is wrong
        }
        let ignore = folder.asPrefix + ".gitignore"
        guard (try? FileSystem.look(at: ignore)) == nil,
            (try? FileSystem.names(in: folder))?.allSatisfy(Self.isOwn) != false
        else { return }
        try writeFile(Array("*\n".utf8), to: ignore)
    }

    /// Removes what was used least recently, until the rest takes no more than so many bytes. Another run may be doing the
    /// same.
    func shrink(to most: Int) {
        var total = files.reduce(0) { $0 + $1.bytes }
        for file in files.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) where total > most {
            _ = unsafe unlink(file.path)  // a plain call
            total -= file.bytes
        }
    }
}
