import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is written durably, by the system's own calls.
package final class DurableFile: Sendable {
    private let path: String
    private let descriptor = Mutex<CInt>(-1)

    /// A call of the system's that failed.
    struct Failure: Error, CustomStringConvertible {
        var call: String
        var code: CInt
        var description: String { "\(call) failed (system error \(code))" }
    }

    /// What replacing a file takes, in this order.
    package enum Step: CaseIterable, Sendable {
        case create, write, synchronize, rename, synchronizeFolder
    }

    /// The end of the temporary file's name. A crash leaves that file behind.
    package static let suffix = ".part"

    /// Replaces a whole file: at any moment, also after a crash, there is the old one or the new one.
    /// - Parameter beforeStep: Called before each step; if it throws, replacing ends there.
    package static func replace(
        _ path: String, with bytes: [UInt8], beforeStep: (Step) throws -> Void = { _ in }
    ) throws {
        let part = DurableFile(path: path + suffix)
        do {
            try beforeStep(.create)
            try part.create()
            try beforeStep(.write)
            try part.write(bytes)
            try beforeStep(.synchronize)
            try part.synchronize()
            try beforeStep(.rename)
            try part.rename(to: path)
        } catch {
            part.remove()
            throw error
        }
        try beforeStep(.synchronizeFolder)
        try synchronizeFolder(of: path)
    }

    private init(path: String) { self.path = path }

    deinit { close() }

    /// Only its owner can read it, because it may contain secrets.
    private func create() throws {
        let opened = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)  // does not keep the path
        guard opened >= 0 else { throw Failure(call: "open", code: errno) }
        descriptor.withLock { $0 = opened }
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let descriptor = descriptor.withLock { $0 }
            let count = unsafe rest.withUnsafeBytes {  // the pointer does not leave the closure
                unsafe Self.writeChunk(descriptor, $0)  // reads the buffer during the call
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(call: "write", code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    private func synchronize() throws {
        guard fsync(descriptor.withLock { $0 }) == 0 else { throw Failure(call: "fsync", code: errno) }
        close()
    }

    private func rename(to other: String) throws {
        guard Self.renameFile(path, other) == 0 else { throw Failure(call: "rename", code: errno) }
    }

    private func remove() {
        close()
        _ = unsafe unlink(path)  // does not keep the path
    }

    private func close() {
        let open = descriptor.withLock { descriptor in
            defer { descriptor = -1 }
            return descriptor
        }
        if open >= 0 { Self.closeDescriptor(open) }
    }

    /// Writes the changes of names in the folder to the disk.
    private static func synchronizeFolder(of path: String) throws {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let opened = unsafe open(folder.isEmpty ? "/" : folder, O_RDONLY | O_CLOEXEC)  // does not keep the path
        guard opened >= 0 else { throw Failure(call: "open", code: errno) }
        defer { closeDescriptor(opened) }
        guard fsync(opened) == 0 else { throw Failure(call: "fsync", code: errno) }
    }

    // The system's functions, whose names the methods of this type hide.

    private static func writeChunk(_ descriptor: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)  // reads as much as the buffer has
        #elseif canImport(Musl)
            unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)  // reads as much as the buffer has
        #else
            unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)  // reads as much as the buffer has
        #endif
    }

    private static func renameFile(_ path: String, _ other: String) -> CInt {
        #if canImport(Darwin)
            unsafe Darwin.rename(path, other)  // keeps neither path
        #elseif canImport(Musl)
            unsafe Musl.rename(path, other)  // keeps neither path
        #else
            unsafe Glibc.rename(path, other)  // keeps neither path
        #endif
    }

    private static func closeDescriptor(_ descriptor: CInt) {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }
}
