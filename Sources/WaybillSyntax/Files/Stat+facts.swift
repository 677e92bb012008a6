import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What identifies a file under every name and link.
package struct FileIdentity: Hashable {
    var device: DeviceID
    var inode: Inode
}

/// Who besides its owner may write a file, or the entries of a folder.
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

    /// A group of the owner's own, which has the owner's number, counts as the owner. In a folder with the sticky bit nobody
    /// replaces the files of others.
    var foreignWriters: ForeignWriters {
        if type == .directory && permissions.contains(.saveText) { return .none }
        if permissions.contains(.otherWrite) { return .everybody }
        return permissions.contains(.groupWrite) && groupID.rawValue != userID.rawValue ? .group : .none
    }
}

extension FileType {
    /// In words: "a named pipe".
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
    /// Whether the file is so old that a write from now on changes its version: clocks of file systems are coarse.
    var isSettled: Bool { max(modified, changed) + .seconds(2) < SystemCalls.now }
}

extension Duration {
    fileprivate init(_ time: timespec) { self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec) }
}
