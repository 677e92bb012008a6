/// An event of a name in a watched folder, in the same form for every operating system.
struct FileEvent: Hashable, Sendable {
    /// The watched folder.
    var folder: String
    /// The name inside the folder; empty if the event is about the folder itself.
    var name: String
    var kind: Kind
    var isFolder = false
    /// Whether a link with this name was created.
    var isNewLink = false

    enum Kind: Hashable, Sendable {
        /// A new name that a writer may still be filling.
        case created
        /// A new name that is complete: a link, or anything else that is not written to.
        case appeared
        case modified
        /// A writer closed the file, so its content is complete.
        case closed
        case movedIn
        case movedOut
        case deleted
        /// Permissions or times were changed.
        case attributes
        /// The folder itself was removed or moved.
        case folderLost
    }
}
