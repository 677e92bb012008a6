import Foundation

#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes files that are whole even after the power failed.
enum DurableFile {
    /// Writes aside (`<path>.part`), flushes, renames, and flushes the folder: readers see the old bytes or the new.
    static func write(_ bytes: Data, to path: String) throws {
        let part = path + ".part"
        try Data().write(to: URL(filePath: part))
        let handle = try FileHandle(forWritingTo: URL(filePath: part))
        do {
            try handle.write(contentsOf: bytes)
            try handle.synchronize()
            try handle.close()
        } catch {
            try? FileManager.default.removeItem(atPath: part)
            throw error
        }
        // Both paths are read before the call returns.
        guard unsafe rename(part, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        try flushFolder(of: path)
    }

    /// Without this the name itself may be lost, though the bytes are not.
    private static func flushFolder(of path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        // The path is read before the call returns.
        let descriptor = unsafe open(folder.path, O_RDONLY)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
