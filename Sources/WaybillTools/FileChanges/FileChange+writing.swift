import WaybillManifest
import WaybillSyntax

extension FileChange {
    /// Why a change was not written: what a person needs to know.
    public struct Problem: Error, Sendable, Hashable {
        public var message: String
    }

    /// Writes changes to disk: all of them, unless one of the files is no more what it was when it was read.
    ///
    /// Each file is replaced whole, with its permissions and owner; a link's target is written, and the link stays.
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
