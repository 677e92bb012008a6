import WaybillManifest
import WaybillSyntax

/// The content of a file before and after a change.
public struct FileChange: Sendable, Hashable {
    public var path: String
    public var old: [UInt8]
    public var new: [UInt8]

    public init(path: String, old: [UInt8], new: [UInt8]) {
        self.path = path
        self.old = old
        self.new = new
    }
}

extension FileChange {
    /// The reason why a change was not written.
    public struct Problem: Error, Sendable, Hashable {
        public var message: String
    }

    /// Writes changes to disk: all of them or, if a file changed since it was read, none.
    ///
    /// Each file is replaced atomically and keeps its permissions and owner. The target of a link is written, and the
    /// link stays.
    ///
    /// - Throws: ``Problem`` for the first file that changed, or that cannot be read or written. If a file cannot be
    ///   written, the files before it in the list are already written.
    public static func write(_ changes: [FileChange]) throws(Problem) {
        for change in changes { try change.checkIsCurrent() }
        for change in changes { try change.write() }
    }

    private func checkIsCurrent() throws(Problem) {
        do throws(FileProblem) {
            let current = try FileSystem.read(path)
            guard current.bytes != old else { return }
        } catch {
            throw Problem(message: "'\(path)' \(error.reason); nothing was written")
        }
        throw Problem(message: "'\(path)' has changed since it was read; nothing was written, run the command again")
    }

    private func write() throws(Problem) {
        guard FileSystem.realPath(path) != nil else { throw Problem(message: "'\(path)' does not exist any more") }
        do throws(WriteProblem) {
            try writeFile(new, to: path)
        } catch {
            throw Problem(message: "'\(path)' \(error)")
        }
    }
}
