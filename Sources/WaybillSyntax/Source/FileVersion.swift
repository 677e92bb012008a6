/// Facts about a file on disk that change when it is written or replaced.
package struct FileVersion: Hashable, Sendable {
    /// The size in bytes.
    package let size: Int
    package let device: UInt64
    package let inode: UInt64
    /// The time of the last change of the contents, since 1970.
    package let modified: Duration
    /// The time of the last change of the contents or the attributes, since 1970.
    package let changed: Duration
}
