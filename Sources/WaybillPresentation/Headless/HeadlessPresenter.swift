/// Presents views without a screen, for tests: a navigation tree of stacks, tabs, modals and children that behaves as
/// those of UIKit and AppKit do.
///
///     let presenter = HeadlessPresenter(root: home, isStack: true)
///     registry.presenter(presenter)
///
/// Views are told apart by identity, so they must be classes. It throws a ``Failure`` for everything that it refuses.
public actor HeadlessPresenter: Presenter {
    private var nodes: [ObjectIdentifier: HeadlessNode] = [:]
    private let root: HeadlessNode
    /// The segues that sources offer, by name, with their presentations.
    private var segues: [String: Presentation] = [:]

    /// - Parameter isStack: Whether the root is at the bottom of a navigation stack.
    public init(root: any AnyObject & Sendable, isStack: Bool = true) {
        let node = HeadlessNode(.content, root)
        self.root = HeadlessNode(.tabs, children: [isStack ? HeadlessNode(.stack, children: [node]) : node])
        nodes[ObjectIdentifier(root)] = node
    }

    /// Adds a tab after the others; the root is the first.
    public func addTab(_ content: any AnyObject & Sendable, isStack: Bool = true) {
        let node = HeadlessNode(.content, content)
        nodes[ObjectIdentifier(content)] = node
        root.add(isStack ? HeadlessNode(.stack, children: [node]) : node)
    }

    /// Selects a tab by its index: 0 is the first tab. An index without a tab shows none of them.
    public func select(tab: Int) { root.selectedTab = tab }

    /// Adds a segue that every source offers.
    public func offer(segue: String, by presentation: Presentation) { segues[segue] = presentation }

    /// The view that a person sees: of the selected tab, the top of its stack, and what is presented above.
    public var visible: any Sendable { root.visible.content }

    /// The contents of the stack around `content`, from the bottom.
    public func stack(around content: any AnyObject & Sendable) -> [any Sendable] {
        nodes[ObjectIdentifier(content)]?.stack?.children.map(\.content) ?? []
    }

    /// The view that `content` presents.
    public func presented(by content: any AnyObject & Sendable) -> (any Sendable)? {
        nodes[ObjectIdentifier(content)]?.host.presented?.visible.content
    }

    /// The children that were added to `content`, in order; empty if it is not shown.
    public func children(of content: any AnyObject & Sendable) -> [any Sendable] {
        nodes[ObjectIdentifier(content)]?.children.map(\.content) ?? []
    }

    /// Whether `content` is in the tree, also if other views cover it.
    public func isShown(_ content: any AnyObject & Sendable) -> Bool { nodes[ObjectIdentifier(content)] != nil }

    // MARK: Presenter

    /// Returns why a view cannot be presented like this now; `nil` if it can. Changes nothing.
    public func refusal(of request: PresentationRequest) -> String? {
        switch resolve(request) {
        case .success: nil
        case .failure(let failure): failure.reason
        }
    }

    /// Adds a view to the tree as its presentation says. A ``DestinationContainer`` becomes a stack of its contents.
    ///
    /// - Throws: ``Failure`` if the presentation is refused, or if `shown` is not an object of a class.
    public func present(_ shown: any Sendable, _ request: PresentationRequest) async throws -> Shown {
        guard type(of: shown) is AnyClass else { throw Failure(reason: "only objects can be presented") }
        let contents = await (shown as? any DestinationContainer)?.contents
        // From here on nothing suspends, so no other presentation comes between the check and the change.
        let (presentation, source) = try resolve(request).get()
        let node = node(for: shown, containing: contents)
        switch presentation {
        case .push: source.stack?.add(node)
        case .addChild, .addSubview: source.add(node)
        default: source.host.present(node)
        }
        return Shown(presentation, token: ObjectIdentifier(shown as AnyObject))
    }

    /// - Parameter contents: Those of a container, which is a stack of them.
    private func node(for shown: any Sendable, containing contents: [any Sendable]?) -> HeadlessNode {
        let children = (contents ?? []).map { content in
            let child = HeadlessNode(.content, content)
            nodes[ObjectIdentifier(content as AnyObject)] = child
            return child
        }
        let node = HeadlessNode(contents == nil ? .content : .stack, shown, children: children)
        nodes[ObjectIdentifier(shown as AnyObject)] = node
        return node
    }

    /// Returns why the view cannot be removed now; `nil` if it can. Changes nothing.
    public func refusal(ofRemoving shown: Shown) -> String? {
        guard let key = shown.token as? ObjectIdentifier, nodes[key] != nil else { return Self.isGone }
        return nil
    }

    /// Removes a view from the tree, with all that it contains and presents.
    ///
    /// - Throws: ``Failure`` if it is no longer presented.
    public func remove(_ shown: Shown) throws {
        guard let key = shown.token as? ObjectIdentifier, let node = nodes[key] else {
            throw Failure(reason: Self.isGone)
        }
        let gone = Set(node.leave().map(ObjectIdentifier.init))
        nodes = nodes.filter { !gone.contains(ObjectIdentifier($0.value)) }
    }

    private static let isGone = "it is no longer presented"

    /// Resolves a request to the real presentation and its source.
    private func resolve(_ request: PresentationRequest) -> Result<(Presentation, HeadlessNode), Failure> {
        let source: HeadlessNode
        if let given = request.source {
            guard let node = nodes[ObjectIdentifier(given as AnyObject)] else {
                return .failure(Failure(reason: "its source is not presented"))
            }
            source = node
        } else {
            source = root.visible
        }
        guard let presentation = presentation(of: request, from: source) else {
            return .failure(Failure(reason: "its source offers no such segue"))
        }
        switch presentation {
        case .push where source.stack == nil:
            return .failure(Failure(reason: "its source is not in a navigation stack"))
        case .present, .popover, .sheet:
            guard source.host.presented == nil else {
                return .failure(Failure(reason: "its source already presents a view"))
            }
        case .custom: return .failure(Failure(reason: "a custom presentation needs a presenter of its own"))
        default: break
        }
        return .success((presentation, source))
    }

    /// Returns the real presentation; `nil` for a segue that is not offered.
    private func presentation(of request: PresentationRequest, from source: HeadlessNode) -> Presentation? {
        var presentation = request.presentation
        if presentation == .segue {
            guard let name = request.options["segue"] as? String, let segue = segues[name] else { return nil }
            presentation = segue
        }
        if presentation == .show || presentation == .showDetail {
            presentation = source.stack == nil ? .present : .push
        }
        return presentation
    }

    /// The reason why a view cannot be presented or removed.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The reason as a part of a sentence, without a full stop.
        public var reason: String
        public var description: String { reason }
    }
}
