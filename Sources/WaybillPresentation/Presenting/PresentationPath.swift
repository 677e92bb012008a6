public import Waybill

/// How a view is presented: the presentation, from where, with which options and in which containers.
///
///     try await router.perform(Routable<any NoteEditorInput>(), by: .push(from: home))
///     try await router.perform(key, by: .present(from: home).wrapped { NavigationStack(root: $0) })
///
/// It holds its source weakly; if the source is gone when the view is to be presented, the presentation is refused. Use
/// it from any thread.
public struct PresentationPath: Sendable {
    /// `nil` for the module's first presentation.
    public var presentation: Presentation?
    /// The name of the presenter for a custom presentation.
    public var customName: String?
    /// Anything that the presenter understands, such as whether to animate, a segue's name or an anchor.
    public var options: [String: any Sendable] = [:]
    /// `nil` to start where the presenter is.
    private var origin: WeakReference?
    private(set) var wrappers: [@Sendable (any Sendable) async throws -> any Sendable] = []

    /// Creates a path. Without a presentation it uses the module's first one; without a source it starts where the
    /// presenter is.
    public init(_ presentation: Presentation?, from source: (any AnyObject & Sendable)? = nil) {
        self.presentation = presentation
        if let source { origin = WeakReference(source) }
    }

    /// The module's first presentation, from where the presenter is.
    public static var `default`: Self { Self(nil) }
    /// Makes and prepares, but does not present.
    public static var make: Self { Self(.make) }

    /// Pushes the view onto the navigation stack of the source.
    public static func push(from source: (any AnyObject & Sendable)? = nil) -> Self { Self(.push, from: source) }
    /// Presents the view above the source.
    public static func present(from source: (any AnyObject & Sendable)? = nil) -> Self { Self(.present, from: source) }
    /// Presents the view as a popover of the source.
    public static func popover(from source: (any AnyObject & Sendable)? = nil) -> Self { Self(.popover, from: source) }
    /// Presents the view as a sheet of the source.
    public static func sheet(from source: (any AnyObject & Sendable)? = nil) -> Self { Self(.sheet, from: source) }
    /// Shows the view in the way that the source prefers, such as a push.
    public static func show(from source: (any AnyObject & Sendable)? = nil) -> Self { Self(.show, from: source) }
    /// Shows the view as the detail of the source, in the way that the source prefers.
    public static func showDetail(from source: (any AnyObject & Sendable)? = nil) -> Self {
        Self(.showDetail, from: source)
    }
    /// Adds the view to `parent` as a child.
    public static func addChild(to parent: any AnyObject & Sendable) -> Self { Self(.addChild, from: parent) }
    /// Adds the view to `parent` as a subview.
    public static func addSubview(to parent: any AnyObject & Sendable) -> Self { Self(.addSubview, from: parent) }

    /// Performs a segue of the source. Its identifier is the option `segue`.
    public static func segue(_ identifier: String, from source: any AnyObject & Sendable) -> Self {
        Self(.segue, from: source).with(["segue": identifier])
    }

    /// Uses the presenter that is registered under this name.
    public static func custom(_ name: String, from source: (any AnyObject & Sendable)? = nil) -> Self {
        var path = Self(.custom, from: source)
        path.customName = name
        return path
    }

    /// The module's first presentation, from `source`.
    public static func `default`(from source: any AnyObject & Sendable) -> Self { Self(nil, from: source) }

    /// Puts the view into a container, which must contain it. Of several containers the last one is the outermost.
    public func wrapped(
        _ wrap: @escaping @Sendable (any Sendable) async throws -> any Sendable & DestinationContainer
    ) -> Self {
        var path = self
        path.wrappers.append { try await wrap($0) }
        return path
    }

    /// Adds options. They replace those of the same names.
    public func with(_ options: [String: any Sendable]) -> Self {
        var path = self
        path.options.merge(options) { _, new in new }
        return path
    }

    /// The source of the presentation; `nil` to start where the presenter is, and if the source is gone.
    public var source: (any Sendable)? { origin?.value }

    var isSourceGone: Bool { origin != nil && source == nil }

    /// For messages.
    public var name: String { customName ?? presentation?.rawValue ?? "default" }
}

/// A view that shows other views inside, such as a navigation stack.
public protocol DestinationContainer: Sendable {
    /// The contained views, in order.
    var contents: [any Sendable] { get async }
}

extension RouteRequest {
    /// The presentation of a view that replaces that of its route; `nil` to use the route's. The module must allow it.
    public var path: PresentationPath? {
        get { presentationPath as? PresentationPath }
        set { presentationPath = newValue }
    }
}
