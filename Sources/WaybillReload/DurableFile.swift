import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is brought to the disk and kept there, by the system's own calls.
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

    /// What is written aside has this behind its name: after a crash it is left over.
    package static let suffix = ".part"

    /// Replaces a file whole: whoever looks, and whenever the machine stops, there is the old one or the new one.
    /// - Parameter beforeStep: Told of each step before it is taken; what it throws ends the replacing there.
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

    /// Readable by its owner alone: there may be secrets in it.
    private func create() throws {
        // The path is read, never kept.
        let opened = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw Failure(call: "open", code: errno) }
        descriptor.withLock { $0 = opened }
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            // The bytes live as long as the call.
            let count = unsafe rest.withUnsafeBytes { [descriptor = descriptor.withLock { $0 }] in
                unsafe Self.writeChunk(descriptor, $0)
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
        // The path is read, never kept.
        _ = unsafe unlink(path)
    }

    private func close() {
        let open = descriptor.withLock { descriptor in
            defer { descriptor = -1 }
            return descriptor
        }
        if open >= 0 { Self.closeDescriptor(open) }
    }

    /// What happened to the names in the folder is on the disk when it returns.
    private static func synchronizeFolder(of path: String) throws {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        // The path is read, never kept.
        let opened = unsafe open(folder.isEmpty ? "/" : folder, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw Failure(call: "open", code: errno) }
        defer { closeDescriptor(opened) }
        guard fsync(opened) == 0 else { throw Failure(call: "fsync", code: errno) }
    }

    // The module's names, which the methods of this type would hide.

    private static func writeChunk(_ descriptor: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)  // as long as the buffer
        #elseif canImport(Musl)
            unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)  // as long as the buffer
        #else
            unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)  // as long as the buffer
        #endif
    }

    private static func renameFile(_ path: String, _ other: String) -> CInt {
        #if canImport(Darwin)
            unsafe Darwin.rename(path, other)  // read before the call returns
        #elseif canImport(Musl)
            unsafe Musl.rename(path, other)  // read before the call returns
        #else
            unsafe Glibc.rename(path, other)  // read before the call returns
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
