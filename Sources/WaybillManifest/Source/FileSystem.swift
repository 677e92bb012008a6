#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The few questions that are put to the file system. No call blocks on a pipe, follows a loop, or traps.
package enum FileSystem {
    /// Why something cannot be read, as the end of a sentence that begins with its path, and what to do.
    package struct Problem: Error, Hashable {
        package var reason: String
        package var help: String
        var isMissing = false
        var isTooBig = false

        package init(reason: String, help: String, isMissing: Bool = false, isTooBig: Bool = false) {
            self.reason = reason
            self.help = help
            self.isMissing = isMissing
            self.isTooBig = isTooBig
        }
    }

    static func look(at path: String) throws(Problem) -> Facts {
        try look(at: path) { () throws(Problem) in try status(of: path) }
    }

    private static func look(at path: String, by ask: () throws(Problem) -> stat) throws(Problem) -> Facts {
        try noted(.look, path) {
            .place($0.kind, $0.identity)
        } _: { () throws(Problem) in
            Facts(try ask())
        }
    }

    /// Who may write what is at a path; the owner alone, where nobody can tell.
    ///
    /// - Parameter facts: Of the path, where they are known.
    static func writers(of path: String, _ facts: Facts? = nil) -> Writers {
        let writers = facts?.writers ?? (try? status(of: path)).map(Writers.init) ?? .owner
        RunTrace.current?.note(Question(.writers, path), .text("\(writers)"))
        return writers
    }

    /// Asks the system, and notes what it says in the trace of the run.
    private static func noted<Found>(
        _ kind: Question.Kind, _ path: String, as answer: (Found) -> Answer, _ ask: () throws(Problem) -> Found
    ) throws(Problem) -> Found {
        let result = Result(catching: ask)
        RunTrace.current?.note(Question(kind, path), result.answer(answer))
        return try result.get()
    }

    private static func status(of path: String) throws(Problem) -> stat {
        guard !path.utf8.contains(0) else { throw Problem(code: ENOENT) }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw Problem(code: errno) }  // a local out parameter
        return status
    }

    /// The names in a folder, sorted, without those that begin with a dot.
    static func names(in folder: String) throws(Problem) -> [String] { try opened(folder).names }

    /// What stands in a folder, in the order of names, without what begins with a dot.
    ///
    /// - Parameter prefix: The folder with the slash that joins names to it.
    static func entries(in prefix: String) throws(Problem) -> [Entry] {
        let folder = try opened(prefix)
        return folder.names.map { name in
            let path = prefix + name
            // From the open folder on, for the way to it is the same for all.
            let facts = Result { () throws(Problem) in
                try look(at: path) { () throws(Problem) in try folder.status(of: name) }
            }
            return Entry(path: path, facts: facts.mapError { $0.isMissing ? .linkToNothing : $0 })
        }
    }

    /// What a folder holds under a name, or where a link leads that stands there.
    struct Entry {
        var path: String
        var facts: Result<Facts, Problem>
    }

    private static func opened(_ folder: String) throws(Problem) -> OpenFolder {
        try noted(.names, folder) {
            // No name holds a slash.
            .text($0.names.joined(separator: "/"))
        } _: { () throws(Problem) in
            try OpenFolder(folder)
        }
    }

    /// A folder while it is read.
    @safe private final class OpenFolder {
        let names: [String]
        private let handle: OpaquePointer

        init(_ folder: String) throws(Problem) {
            guard let handle = unsafe opendir(folder) else { throw Problem(code: errno) }  // closed in the end
            var names: [String] = []
            while let entry = unsafe readdir(handle) {  // valid until the next call
                // The system ends the name with a zero.
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                    unsafe field.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
                }
                if !name.hasPrefix(".") { names.append(name) }
            }
            unsafe self.handle = handle
            self.names = names.sorted(by: precedesInBytes)
        }

        deinit { unsafe closedir(handle) }  // opened above

        func status(of name: String) throws(Problem) -> stat {
            var status = stat()
            guard unsafe fstatat(dirfd(handle), name, &status, 0) == 0 else {  // a local out parameter
                throw Problem(code: errno)
            }
            return status
        }
    }

    /// The path without links and dots, or `nil` where there is nothing.
    package static func realPath(_ path: String) -> String? {
        let real = resolve(path)
        RunTrace.current?.note(Question(.realPath, path), real.map(Answer.text) ?? .nothing)
        return real
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }  // allocated by the call
        defer { unsafe free(resolved) }  // allocated by realpath
        return unsafe String(cString: resolved)  // zero-terminated, copied
    }

    /// All bytes of a regular file of at most `limit` bytes, from one moment: a file that changes is read again.
    package static func read(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
        try readVersion(path, limit: limit).bytes
    }

    /// The same, with what tells later whether they are still the file's.
    static func readVersion(_ path: String, limit: Int) throws(Problem) -> (bytes: [UInt8], version: Version) {
        try noted(.contents, path) {
            .bytes($0.bytes)
        } _: { () throws(Problem) in
            try readWhole(path, limit: limit)
        }
    }

    private static func readWhole(_ path: String, limit: Int) throws(Problem) -> (bytes: [UInt8], version: Version) {
        guard !path.utf8.contains(0) else { throw Problem(code: ENOENT) }
        for _ in 0..<5 {
            if let found = try readOnce(path, limit: limit) { return found }
        }
        throw Problem(reason: "changes while it is read", help: "write it elsewhere and move it here")
    }

    /// `nil` where the file changed meanwhile.
    private static func readOnce(
        _ path: String, limit: Int
    ) throws(Problem) -> (bytes: [UInt8], version: Version)? {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)  // a plain call; closed below
        guard descriptor >= 0 else { throw Problem(code: errno) }
        defer { _ = close(descriptor) }
        let before = try status(of: descriptor)
        switch Kind(before) {
        case .file: break
        case .folder: throw Problem(kind: "a folder")
        case .other(let kind): throw Problem(kind: kind)
        }
        let bytes = try contents(of: descriptor, expected: Int(before.st_size), limit: limit)
        let version = Version(try status(of: descriptor))
        return Version(before) == version ? (bytes, version) : nil
    }

    /// Reads to the end. With room for one byte more than there should be, the second call already finds the end.
    private static func contents(
        of descriptor: Int32, expected: Int, limit: Int
    ) throws(Problem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(max(expected, 0), limit) + 1)
        var filled = 0
        while filled <= limit {
            if filled == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in  // alive here, bounds kept by the slice
                unsafe Self.readChunk(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Problem(code: errno) }
            guard count > 0 else {
                bytes.removeLast(bytes.count - filled)
                return bytes
            }
            filled += count
        }
        throw Problem(reason: "is over the limit", help: "split it", isTooBig: true)
    }

    private static func readChunk(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
            unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)  // as long as the buffer
        #elseif canImport(Glibc)
            unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)  // as long as the buffer
        #elseif canImport(Musl)
            unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)  // as long as the buffer
        #endif
    }

    private static func status(of descriptor: Int32) throws(Problem) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Problem(code: errno) }  // a local out parameter
        return status
    }
}

extension FileSystem.Problem {
    package static let linkToNothing = Self(
        reason: "is a link to nothing", help: "delete it, or make it point to a file")

    init(kind: String) {
        self.init(reason: "is \(kind), not a file", help: "put a manifest in its place")
    }

    fileprivate init(code: Int32) {
        switch code {
        case ENOENT: self.init(reason: "does not exist", help: "check the path", isMissing: true)
        case EACCES, EPERM: self.init(reason: "may not be read", help: "grant read permission")
        case ELOOP: self.init(reason: "is a link that leads back to itself", help: "make the link point to a file")
        case ENOTDIR:
            self.init(reason: "lies below something that is no folder", help: "check the path", isMissing: true)
        case ENAMETOOLONG: self.init(reason: "is too long for a path", help: "check the path")
        case EMFILE, ENFILE: self.init(reason: "cannot be opened: too many files are open", help: "close some")
        default: self.init(reason: "cannot be read (system error \(code))", help: "check the file system")
        }
    }
}

/// The order of paths that no locale and no Unicode version changes.
func precedesInBytes(_ left: String, _ right: String) -> Bool {
    // One call for both texts, and not two for each byte: paths have long beginnings in common.
    let verdict = unsafe left.utf8.withContiguousStorageIfAvailable { left in  // alive in the bodies
        unsafe right.utf8.withContiguousStorageIfAvailable { right in unsafe precedes(left, right) }  // same
    }
    return (verdict ?? nil) ?? left.utf8.lexicographicallyPrecedes(right.utf8)
}

@unsafe private func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let one = left.baseAddress, let other = right.baseAddress else { return left.count < right.count }
    let difference = unsafe memcmp(one, other, min(left.count, right.count))
    return difference == 0 ? left.count < right.count : difference < 0
}
