#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension FileSystem {
    /// What one look at a path tells.
    struct Facts {
        var kind: Kind
        var identity: Identity
        var version: Version
        /// Who may write what is there.
        var writers: Writers

        init(_ status: stat) {
            (kind, identity) = (Kind(status), Identity(status))
            (version, writers) = (Version(status), Writers(status))
        }
    }

    /// A file that keeps its identity under every name and link.
    struct Identity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    /// Who besides its owner may write a file, or what stands in a folder.
    package enum Writers: Hashable {
        case owner
        case group
        case everybody
    }

    enum Kind: Hashable {
        case file
        case folder
        /// In words: "a named pipe".
        case other(String)
    }

    /// What differs between two readings of a file that was written in between, or of which another took the place.
    struct Version: Hashable, Sendable {
        /// In bytes.
        let size: Int
        private let identity: Identity
        /// When the contents, and when anything was written last: seconds and nanoseconds of both.
        private let times: SIMD4<Int>

        init(_ status: stat) {
            identity = Identity(status)
            size = Int(status.st_size)
            #if canImport(Darwin)
                let times = (status.st_mtimespec, status.st_ctimespec)
            #else
                let times = (status.st_mtim, status.st_ctim)
            #endif
            self.times = [times.0.tv_sec, times.0.tv_nsec, times.1.tv_sec, times.1.tv_nsec]
        }

        /// When the contents were written last, since 1970.
        var written: Duration { .seconds(times[0]) + .nanoseconds(times[1]) }

        /// Whether it is so old that a write after now cannot leave it as it is: clocks of file systems are coarse.
        var isSettled: Bool { max(times[0], times[2]) + 2 < time(nil) }
    }
}

extension FileSystem.Identity {
    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

extension FileSystem.Writers {
    /// A group of its owner's own, which has the owner's number, is the owner. In a folder with the sticky bit nobody
    /// replaces the files of others.
    init(_ status: stat) {
        let isFolder = status.st_mode & mode_t(S_IFMT) == mode_t(S_IFDIR)
        if isFolder && status.st_mode & mode_t(S_ISVTX) != 0 {
            self = .owner
        } else if status.st_mode & mode_t(S_IWOTH) != 0 {
            self = .everybody
        } else {
            self = status.st_mode & mode_t(S_IWGRP) != 0 && status.st_gid != status.st_uid ? .group : .owner
        }
    }
}

extension FileSystem.Kind {
    init(_ status: stat) {
        switch status.st_mode & mode_t(S_IFMT) {
        case mode_t(S_IFREG): self = .file
        case mode_t(S_IFDIR): self = .folder
        case mode_t(S_IFIFO): self = .other("a named pipe")
        case mode_t(S_IFSOCK): self = .other("a socket")
        default: self = .other("a device")
        }
    }
}
