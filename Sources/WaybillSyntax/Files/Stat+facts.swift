import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The identity of a file, which is the same under every name and link.
package struct FileIdentity: Hashable {
    var device: DeviceID
    var inode: Inode
}

/// Who besides the owner may write to a file, or change the entries of a folder.
package enum ForeignWriters: Hashable {
    case none
    case group
    case everybody
}

extension Stat {
    var identity: FileIdentity { FileIdentity(device: deviceID, inode: inode) }

    var version: FileVersion {
        FileVersion(
            size: Int(size), device: UInt64(truncatingIfNeeded: deviceID.rawValue),
            inode: UInt64(truncatingIfNeeded: inode.rawValue), modified: Duration(st_mtim), changed: Duration(st_ctim))
    }

    var kind: FileSystem.Kind {
        switch type {
        case .directory: .folder
        case .symbolicLink: .link
        default: .other
        }
    }

    /// The owner's own group, which has the same number, counts as the owner. In a folder with the sticky bit nobody
    /// can replace files of others.
    var foreignWriters: ForeignWriters {
        if type == .directory && permissions.contains(.saveText) { return .none }
        if permissions.contains(.otherWrite) { return .everybody }
        return permissions.contains(.groupWrite) && groupID.rawValue != userID.rawValue ? .group : .none
    }
}

extension FileType {
    /// The type in words: "a named pipe".
    var name: String {
        switch self {
        case .regular: "a file"
        case .directory: "a folder"
        case .fifo: "a named pipe"
        case .socket: "a socket"
        default: "a device"
        }
    }
}

extension FileVersion {
    /// Whether the file is old enough that a write from now on changes its version. The clocks of file systems are
    /// coarse.
    var isSettled: Bool { max(modified, changed) + .seconds(2) < SystemCalls.now }
}

extension Duration {
    fileprivate init(_ time: timespec) { self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec) }
}
