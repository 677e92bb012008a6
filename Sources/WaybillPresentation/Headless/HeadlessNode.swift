/// A node of a navigation tree. Only its presenter, an actor, uses it.
final class HeadlessNode {
    enum Kind { case content, stack, tabs }

    private let kind: Kind
    /// The view of the node; `nil` for stacks and tabs without a view of their own.
    private let own: (any Sendable)?
    private(set) var children: [HeadlessNode] = []
    private weak var parent: HeadlessNode?
    var selectedTab = 0
    /// The modal above it.
    private(set) var presented: HeadlessNode?
    private weak var presenting: HeadlessNode?

    init(_ kind: Kind, _ content: (any Sendable)? = nil, children: [HeadlessNode] = []) {
        self.kind = kind
        own = content
        for child in children { add(child) }
    }

    var content: any Sendable { own ?? visible.own ?? "" }

    func add(_ child: HeadlessNode) {
        child.parent = self
        children.append(child)
    }

    func present(_ node: HeadlessNode) {
        node.presenting = self
        presented = node
    }

    /// The stack that contains it, at any depth. A modal is not part of the stacks below it.
    var stack: HeadlessNode? { kind == .stack ? self : parent?.stack }

    /// The node that presents modals: the topmost one around it.
    var host: HeadlessNode { parent?.host ?? self }

    /// The node that a person sees there.
    var visible: HeadlessNode {
        if let presented { return presented.visible }
        switch kind {
        case .content: return self
        case .stack: return children.last?.visible ?? self
        case .tabs: return children.indices.contains(selectedTab) ? children[selectedTab].visible : self
        }
    }

    /// Removes it with everything above it: later pushes, its children, and modals.
    ///
    /// - Returns: Everything that was removed.
    func leave() -> [HeadlessNode] {
        presenting?.presented = nil
        guard let parent, let index = parent.children.firstIndex(where: { $0 === self }) else { return subtree }
        let gone = parent.kind == .stack ? Array(parent.children[index...]) : [self]
        parent.children.removeAll { child in gone.contains { $0 === child } }
        return gone.flatMap(\.subtree)
    }

    private var subtree: [HeadlessNode] {
        [self] + children.flatMap(\.subtree) + (presented?.subtree ?? [])
    }
}
