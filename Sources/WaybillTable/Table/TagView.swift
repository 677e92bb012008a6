/// The entries that an open sees: everything, or those with any of some tags.
public struct TagView: Sendable, Hashable {
    /// `nil` for everything.
    public let tags: Set<String>?

    /// The view of a plain open.
    public static var everything: TagView { TagView(tags: nil) }

    private init(tags: Set<String>?) {
        self.tags = tags
    }

    /// Creates the view of entries with any of `tags`. A view without tags sees nothing.
    public init(_ tags: Set<String>) {
        self.tags = tags
    }

    /// Whether the view shows an entry with these tags.
    package func shows(_ own: some Sequence<String>) -> Bool {
        guard let tags else { return true }
        return own.contains { tags.contains($0) }
    }
}
