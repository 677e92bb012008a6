/// Something that happened to a name in a watched folder, in the same terms for every operating system.
struct FileEvent: Hashable, Sendable {
    /// The watched folder.
    var folder: String
    /// The name inside the folder; empty if the event is about the folder itself.
    var name: String
    var kind: Kind
    var isFolder = false
    /// Whether a link to something has come under this name.
    var isNewLink = false

    enum Kind: Hashable, Sendable {
        /// A new name that a writer may still be filling.
        case created
        /// A new name that is complete: a link, or anything else that is not written to.
        case appeared
        case modified
        /// A writer closed the file: what it wrote is complete.
        case closed
        case movedIn
        case movedOut
        case deleted
        /// Permissions or times.
        case attributes
        /// The folder itself was removed or moved.
        case folderLost
    }
}
