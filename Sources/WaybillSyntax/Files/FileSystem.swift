import SystemPackage

/// Queries of the file system. No call blocks on a pipe, follows a loop of links, or traps.
package enum FileSystem {
    /// Returns the facts about the target of a path, after all links.
    static func look(at path: String) throws(FileProblem) -> Stat {
        do { return try FilePath(checking: path).stat() } catch { throw FileProblem(error) }
    }

    /// Whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool { (try? look(at: path))?.type == .directory }

    /// Returns the identity of the file or folder at a path, after all links; `nil` if there is none.
    package static func identity(of path: String) -> FileIdentity? { (try? look(at: path))?.identity }

    /// Returns the version of the file at a path, after all links; `nil` if there is none.
    package static func version(of path: String) -> FileVersion? { (try? look(at: path))?.version }

    /// Returns who besides the owner may write to the target of a path.
    static func foreignWriters(of path: String) -> ForeignWriters {
        (try? look(at: path))?.foreignWriters ?? .none
    }

    /// Returns the number of names of the file at a path; `nil` if there is none.
    package static func linkCount(of path: String) -> Int? { (try? look(at: path))?.linkCount }

    /// Returns the path without links and dots; `nil` if nothing exists there.
    package static func realPath(_ path: String) -> String? {
        (try? FilePath(checking: path)).flatMap(SystemCalls.realPath)
    }

    // MARK: Folders

    /// The kind of a name in a folder, for callers that follow links themselves.
    package enum Kind { case folder, link, other }

    /// Returns the kind of a path, without following a link at its end; `nil` if nothing exists there.
    package static func kind(of path: String) -> Kind? {
        (try? FilePath(checking: path).stat(flags: .symlinkNoFollow))?.kind
    }

    /// Returns the sorted names in a folder that do not begin with a dot, and their kinds. Empty if the folder cannot
    /// be listed.
    package static func kinds(in folder: String) -> [(name: String, kind: Kind)] {
        let kinds = try? list(folder) { folder, names in
            names.compactMap { name in
                // Relative to the open folder, because the path to it is the same for all names.
                let facts = try? FilePath(name.text).stat(relativeTo: folder, flags: .symlinkNoFollow)
                return facts.map { (name.text, $0.kind) }
            }
        }
        return kinds ?? []
    }

    /// An entry of a folder, or the target of a link in it.
    struct Entry {
        var path: String
        var mayBeLink: Bool
        var facts: Result<Stat, FileProblem>
    }

    /// Returns the entries of a folder sorted by name, without names that begin with a dot.
    ///
    /// - Parameter prefix: The folder with the slash that joins names to it.
    static func entries(in prefix: String) throws(FileProblem) -> [Entry] {
        try list(prefix) { folder, names in
            names.map { name in
                // Relative to the open folder, because the path to it is the same for all names.
                let facts = Result { () throws(Errno) in try FilePath(name.text).stat(relativeTo: folder, flags: []) }
                let problem = { (error: Errno) in
                    guard name.isUTF8 else { return name.isFolder ? FileProblem.unnamedFolder : .unnamed }
                    let problem = FileProblem(error)
                    return problem.isMissing ? FileProblem.linkToNothing : problem
                }
                return Entry(path: prefix + name.text, mayBeLink: name.mayBeLink, facts: facts.mapError(problem))
            }
        }
    }

    private static func list<Found>(
        _ folder: String, _ body: (FileDescriptor, [SystemCalls.Name]) -> Found
    ) throws(FileProblem) -> Found {
        do {
            return try SystemCalls.list(FilePath(checking: folder)) { descriptor, names in
                body(descriptor, names.filter { !$0.text.hasPrefix(".") }.sorted { precedesInBytes($0.text, $1.text) })
            }
        } catch {
            throw FileProblem(error)
        }
    }

    // MARK: Files

    /// The bytes of a file, and the version on disk that they come from.
    package struct Contents {
        package var bytes: [UInt8]
        var version: FileVersion
    }

    /// Reads a regular file of up to `limit` bytes. If it changes while it is read, it is read again.
    package static func read(_ path: String, limit: Int = SourceFile.byteLimit) throws(FileProblem) -> Contents {
        do {
            let path = try FilePath(checking: path)
            for _ in 0..<5 {
                if let contents = try readOnce(path, limit: limit) { return contents }
            }
        } catch {
            throw error as? FileProblem ?? FileProblem(error as? Errno ?? .ioError)
        }
        throw FileProblem(reason: "changed while it was read", help: "write it elsewhere and move it here")
    }

    /// Returns `nil` if the file changed while it was read.
    private static func readOnce(_ path: FilePath, limit: Int) throws -> Contents? {
        let file = try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
        defer { try? file.close() }
        let before = try file.stat()
        guard before.type == .regular else { throw FileProblem(notAFile: before.type) }
        guard before.size <= limit else { throw FileProblem.tooLarge }
        let bytes = try bytes(of: file, expected: Int(before.size), limit: limit)
        let after = try file.stat()
        return before.version == after.version ? Contents(bytes: bytes, version: after.version) : nil
    }

    /// Reads a regular file of any size.
    ///
    /// - Parameter body: Called with one piece of the file after the other.
    package static func readPieces(of path: String, _ body: (ArraySlice<UInt8>) -> Void) throws(FileProblem) {
        do {
            let file = try FileDescriptor.open(
                FilePath(checking: path), .readOnly, options: [.nonBlocking, .closeOnExec])
            defer { try? file.close() }
            let facts = try file.stat()
            guard facts.type == .regular else { throw FileProblem(notAFile: facts.type) }
            var piece = [UInt8](repeating: 0, count: 1 << 20)
            var count: Int
            repeat {
                count = try unsafe piece.withUnsafeMutableBytes { try unsafe file.read(into: $0) }  // valid in the body
                body(piece[..<count])
            } while count > 0
        } catch {
            throw error as? FileProblem ?? FileProblem(error as? Errno ?? .ioError)
        }
    }

    /// Reads to the end. Room for one byte more than expected lets the second call find the end.
    private static func bytes(of file: FileDescriptor, expected: Int, limit: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(max(expected, 0), limit) + 1)
        var filled = 0
        while filled <= limit {
            if filled == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
            let count = try unsafe bytes.withUnsafeMutableBytes { buffer in  // valid in the body
                try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            guard count > 0 else {
                bytes.removeLast(bytes.count - filled)
                return bytes
            }
            filled += count
        }
        throw FileProblem.tooLarge
    }
}

extension FilePath {
    /// - Throws: If the text is not a valid path.
    init(checking path: String) throws(Errno) {
        // A NUL would end the path early.
        guard !path.utf8.contains(0) else { throw Errno.noSuchFileOrDirectory }
        // FilePath drops a slash at the end, but with one the system accepts only folders.
        self.init(path.hasSuffix("/") ? path + "." : path)
    }
}
