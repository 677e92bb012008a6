import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system calls that swift-system does not offer: listing a folder, resolving links, renaming, removing,
/// synchronizing, and changing the owner and the permissions of a file.
enum SystemCalls {
    /// A name in a folder.
    struct Name {
        /// Bytes that are not UTF-8 are U+FFFD, so that the system does not find the name.
        var text: String
        var isUTF8: Bool
        var isFolder: Bool
        /// Whether it is a link; true if the file system does not say.
        var mayBeLink: Bool
    }

    /// Lists the names in a folder, in no order, and calls `body` with the open folder.
    static func list<Result>(
        _ folder: FilePath, _ body: (_ folder: FileDescriptor, _ names: [Name]) -> Result
    ) throws(Errno) -> Result {
        let stream = unsafe folder.withPlatformString { unsafe opendir($0) }  // the call copies the path
        guard let stream = unsafe stream else { throw Errno(rawValue: errno) }
        defer { unsafe closedir(stream) }  // opened above, used by nobody else
        var names: [Name] = []
        errno = 0
        while let entry = unsafe readdir(stream) {  // valid until the next call
            // The name ends with a zero.
            let (name, isUTF8) = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                    unsafe (String(cString: name), String(validatingCString: name) != nil)
                }
            }
            let type = unsafe entry.pointee.d_type
            names.append(
                Name(
                    text: name, isUTF8: isUTF8, isFolder: type == UInt8(DT_DIR),
                    mayBeLink: type == UInt8(DT_LNK) || type == UInt8(DT_UNKNOWN)))
            errno = 0
        }
        // At the end of the folder, there is no error.
        guard errno == 0 else { throw Errno(rawValue: errno) }
        return unsafe body(FileDescriptor(rawValue: dirfd(stream)), names)  // open until this function returns
    }

    /// Returns the path without links and dots; `nil` if nothing exists there.
    static func realPath(_ path: FilePath) -> String? {
        let resolved = unsafe path.withPlatformString { unsafe realpath($0, nil) }  // the call copies the path
        guard let resolved = unsafe resolved else { return nil }
        defer { unsafe free(resolved) }  // allocated by realpath
        return unsafe String(cString: resolved)  // ends with a zero, is copied
    }

    static func move(_ path: FilePath, to other: FilePath) throws(Errno) {
        try check(
            unsafe path.withPlatformString { path in  // the call copies both paths
                unsafe other.withPlatformString { unsafe rename(path, $0) }
            })
    }

    static func remove(_ path: FilePath) throws(Errno) {
        try check(unsafe path.withPlatformString { unsafe unlink($0) })  // the call copies the path
    }

    /// Checks whether this process may write to a file. Root always may.
    static func checkIsWritable(_ path: FilePath) throws(Errno) {
        try check(unsafe path.withPlatformString { unsafe access($0, W_OK) })  // the call copies the path
    }

    /// Returns when the contents of a file, or the names in a folder, are on disk.
    static func synchronize(_ file: FileDescriptor) throws(Errno) {
        try check(fsync(file.rawValue))
    }

    static func setOwner(of file: FileDescriptor, to user: UserID, _ group: GroupID) throws(Errno) {
        try check(fchown(file.rawValue, user.rawValue, group.rawValue))
    }

    static func setPermissions(of file: FileDescriptor, to permissions: FilePermissions) throws(Errno) {
        try check(fchmod(file.rawValue, permissions.rawValue))
    }

    static var processID: Int32 { getpid() }

    /// The time since 1970, in whole seconds.
    static var now: Duration { .seconds(time(nil)) }

    private static func check(_ result: CInt) throws(Errno) {
        if result != 0 { throw Errno(rawValue: errno) }
    }
}
