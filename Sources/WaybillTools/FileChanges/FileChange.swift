import WaybillManifest

/// The content of a file before and after a change.
public struct FileChange: Sendable, Hashable {
    public var path: String
    public var old: [UInt8]
    public var new: [UInt8]

    public init(path: String, old: [UInt8], new: [UInt8]) {
        self.path = path
        self.old = old
        self.new = new
    }
}
