#if os(Linux)
    #if canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif
    import WaybillSyntax

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
#endif
