import Waybill
import WaybillSyntax

/// The files that a set waits for, because they are being written.
struct PendingWrites {
    /// How long a set waits for a file that is open and does not change.
    static let limit = Duration.seconds(10)

    /// The bytes of each file, and since when it has them.
    private var files: [String: (bytes: [UInt8], watch: Stopwatch)] = [:]
    /// Since when the set waits.
    private(set) var watch: Stopwatch?

    /// Adds files that are open for writing, and returns the paths of those that the set has to wait for.
    ///
    /// A file that is as it was read last has nothing new to read, everybody who has it open: only its times were changed.
    /// One that has stayed the same for the limit counts as complete: a mapped file is open as long as it is mapped.
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
    /// The last name of the path: the rest may lead over links.
    fileprivate var name: Substring { path[ManifestFiles.folderPrefix(of: path).endIndex...] }
}
