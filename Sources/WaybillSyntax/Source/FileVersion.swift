/// Facts about a file on disk that change when it is written or replaced.
package struct FileVersion: Hashable, Sendable {
    /// The size in bytes.
    package let size: Int
    package let device: UInt64
    package let inode: UInt64
    /// When the contents changed last, since 1970.
    package let modified: Duration
    /// When the contents or the attributes changed last, since 1970.
    package let changed: Duration

    package init(size: Int, device: UInt64, inode: UInt64, modified: Duration, changed: Duration) {
        self.size = size
        self.device = device
        self.inode = inode
        self.modified = modified
        self.changed = changed
    }
}
