import Waybill
import WaybillSyntax

/// The files that a set waits for, because they are being written.
struct PendingWrites {
    /// The limit of the wait for an open file that does not change.
    static let limit = Duration.seconds(10)

    /// The bytes of each file, with the time since they changed.
    private var files: [String: (bytes: [UInt8], watch: Stopwatch)] = [:]
    /// The time since the wait began.
    private(set) var watch: Stopwatch?

    /// Adds files that are open for writing, and returns the paths of those that the set must wait for.
    ///
    /// A file with the bytes of the last reading has nothing new to read. A file that has stayed the same for the limit
    /// counts as complete, because a mapped file is open as long as it is mapped.
    mutating func waiting(for open: [SourceFile], lastRead: [SourceFile], _ clock: any Clock<Duration>) -> [String] {
        let held = open.filter { file in
            guard !lastRead.contains(where: { $0.name == file.name && $0.bytes == file.bytes }) else { return false }
            if files[file.path]?.bytes != file.bytes { files[file.path] = (file.bytes, Stopwatch(clock)) }
            return (files[file.path]?.watch.elapsed ?? .zero) < Self.limit
        }
        if !held.isEmpty, watch == nil { watch = Stopwatch(clock) }
        return held.map(\.path)
    }
}

extension SourceFile {
    /// The last name of the path, because the rest may lead over links.
    fileprivate var name: Substring { path[ManifestFiles.folderPrefix(of: path).endIndex...] }
}
