#if os(Linux)
    #if canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif
    import WaybillSyntax

    /// One inotify instance: the raw events of the folders that were added to it.
    struct Inotify: Sendable {
        let descriptor: CInt

        /// An event in the form of the kernel.
        struct RawEvent {
            var watch: CInt
            var mask: UInt32
            /// Empty if the event is about the folder itself.
            var name: String
        }

        /// The events to watch in every folder.
        private static let mask =
            UInt32(IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE)
            | UInt32(IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(bitPattern: Int32(IN_ONLYDIR))

        init() throws(WatchFailure) {
            descriptor = inotify_init1(CInt(bitPattern: UInt32(truncatingIfNeeded: Int(IN_NONBLOCK | IN_CLOEXEC))))
            if descriptor < 0 { throw WatchFailure(errno: errno) }
        }

        /// Watches a folder; the same folder always gets the same number.
        func add(_ folder: String) throws(WatchFailure) -> CInt {
            let watch = unsafe inotify_add_watch(descriptor, folder, Self.mask)  // the kernel copies the path
            if watch < 0 { throw WatchFailure(errno: errno) }
            return watch
        }

        func remove(_ watch: CInt) {
            _ = inotify_rm_watch(descriptor, watch)
        }

        func closeDescriptor() {
            _ = close(descriptor)
        }

        /// Returns all events up to now, without waiting.
        func readEvents() throws(WatchFailure) -> [RawEvent] {
            var events: [RawEvent] = []
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            while true {
                let count = unsafe buffer.withUnsafeMutableBytes {  // the pointer does not leave the closure
                    unsafe read(descriptor, $0.baseAddress, $0.count)  // writes at most `count` bytes
                }
                if count > 0 {
                    events += Self.parse(buffer[..<count])
                } else if count < 0, errno == EINTR {
                    continue
                } else if count < 0, errno != EAGAIN {
                    throw WatchFailure(errno: errno)
                } else {
                    return events
                }
            }
        }

        /// `struct inotify_event`: watch, mask, cookie, length of the name, each 4 bytes; then the name, padded with
        /// NULs.
        private static func parse(_ bytes: ArraySlice<UInt8>) -> [RawEvent] {
            var events: [RawEvent] = []
            var rest = bytes
            while rest.count >= 16 {
                let length = Int(word(3, of: rest))
                let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
                events.append(
                    RawEvent(
                        watch: CInt(bitPattern: word(0, of: rest)), mask: word(1, of: rest),
                        name: String(decoding: name, as: UTF8.self)))
                rest = rest.dropFirst(16 + length)
            }
            return events
        }

        private static func word(_ index: Int, of bytes: ArraySlice<UInt8>) -> UInt32 {
            unsafe bytes.withUnsafeBytes {  // the pointer does not leave the closure
                unsafe $0.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)  // the caller has counted the bytes
            }
        }
    }

    /// The meaning of the kernel's flags for the files of a set.
    extension Inotify.RawEvent {
        /// The queue overflowed: events were lost.
        var isOverflow: Bool { has(IN_Q_OVERFLOW) }

        /// The kernel does not watch this folder any more.
        var endsWatch: Bool { has(IN_IGNORED) }

        /// Returns the event in a folder; `nil` if it has no meaning for the files.
        func event(in folder: String) -> FileEvent? {
            guard let kind = kind(in: folder) else { return nil }
            let isNew = has(IN_CREATE) || has(IN_MOVED_TO)
            return FileEvent(
                folder: folder, name: name, kind: kind, isFolder: has(IN_ISDIR),
                isNewLink: isNew && FileSystem.kind(of: "\(folder)/\(name)") == .link)
        }

        private func kind(in folder: String) -> FileEvent.Kind? {
            if has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) || has(IN_IGNORED) { return .folderLost }
            if has(IN_CREATE) { return OpenWriters.isBeingFilled("\(folder)/\(name)") ? .created : .appeared }
            // Folders have no content to modify, so its times were changed.
            if has(IN_MODIFY) { return has(IN_ISDIR) ? .attributes : .modified }
            if has(IN_CLOSE_WRITE) { return .closed }
            if has(IN_MOVED_TO) { return .movedIn }
            if has(IN_MOVED_FROM) { return .movedOut }
            if has(IN_DELETE) { return .deleted }
            return has(IN_ATTRIB) && !name.isEmpty ? .attributes : nil
        }

        private func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
    }

    extension WatchFailure {
        private static let names = [
            EMFILE: "EMFILE", ENFILE: "ENFILE", ENOSPC: "ENOSPC", ENOMEM: "ENOMEM", EACCES: "EACCES", EBADF: "EBADF",
            EINVAL: "EINVAL", ENOENT: "ENOENT", ENOTDIR: "ENOTDIR",
        ]

        init(errno code: CInt) { name = Self.names[code] ?? "errno \(code)" }
    }
#endif
