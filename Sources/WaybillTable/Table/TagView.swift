/// What an open sees: everything, or what carries any of some tags.
public struct TagView: Sendable, Hashable {
    /// `nil` for everything.
    public let tags: Set<String>?

    /// A plain open's view.
    public static let everything = TagView(tags: nil)

    private init(tags: Set<String>?) {
        self.tags = tags
    }

    /// The view of what carries any of `tags`. A view of no tags at all sees nothing.
    public init(_ tags: Set<String>) {
        self.tags = tags
    }

    func shows(_ own: some Sequence<String>) -> Bool {
        guard let tags else { return true }
        return own.contains { tags.contains($0) }
    }
}
