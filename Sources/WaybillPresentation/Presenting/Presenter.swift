/// The ways to present a view. The raw values are the words of a manifest's `present:`.
public enum Presentation: String, Sendable, Hashable, CaseIterable {
    /// Onto the navigation stack of the source.
    case push
    /// Above the source.
    case present
    /// As a popover of the source.
    case popover
    /// As a sheet of the source.
    case sheet
    /// By a segue of the source, which the option `segue` names.
    case segue
    /// In the way that the source prefers, such as a push.
    case show
    /// As the detail of the source.
    case showDetail
    /// As a child of the source.
    case addChild
    /// As a subview of the source.
    case addSubview
    /// By the presenter that is registered under a name of its own.
    case custom
    /// Not at all: the object is only made and prepared.
    case make
}

/// Presents views, and removes them again. The host registers one; in tests it is a ``HeadlessPresenter``.
///
/// Every method must return or throw. The engine calls `refusal(of:)` before it makes anything, and calls a presenter
/// from any task, also at the same time: an actor, or a type isolated to one, is the usual conformance.
/// `PresenterConformance` checks the contract.
public protocol Presenter: Sendable {
    /// Returns why a view cannot be presented like this now; `nil` if it can. Changes nothing.
    func refusal(of request: PresentationRequest) async -> String?

    /// Presents a view, and returns when it is there.
    /// - Throws: The reason why it is not presented. The perform fails with this error.
    func present(_ shown: any Sendable, _ request: PresentationRequest) async throws -> Shown

    /// Returns why it cannot be removed now; `nil` if it can. Changes nothing.
    func refusal(ofRemoving shown: Shown) async -> String?

    /// Removes it the way that fits how it was presented, and returns when it is gone.
    /// - Throws: The reason why it stays presented. The removal fails with this error.
    func remove(_ shown: Shown) async throws
}

extension Presenter {
    /// By default, nothing is refused.
    public func refusal(of request: PresentationRequest) async -> String? { nil }
    /// By default, no removal is refused.
    public func refusal(ofRemoving shown: Shown) async -> String? { nil }
}

/// A request to a presenter. It is a value type, safe to use from any thread.
public struct PresentationRequest: Sendable {
    /// How to present the view.
    public let presentation: Presentation
    /// The path of the perform, with its source, its options and its containers.
    public let path: PresentationPath
    /// The id of the module that makes the view.
    public let moduleID: String

    /// Creates a request, for tests of presenters.
    public init(_ presentation: Presentation, path: PresentationPath, moduleID: String) {
        self.presentation = presentation
        self.path = path
        self.moduleID = moduleID
    }

    /// The source of the presentation; `nil` to start where the presenter is.
    public var source: (any Sendable)? { path.source }
    /// Anything that the presenter understands: the options of the path.
    public var options: [String: any Sendable] { path.options }
}

/// A presented view, with what its presenter needs to remove it. It is a value type, safe to use from any thread.
public struct Shown: Sendable {
    /// The real presentation: `show` may have become a push.
    public var presentation: Presentation
    /// Identifies the presented view for the presenter.
    public var token: any Sendable

    /// Creates the result of a presenter: how it presented a view, and what it needs to remove it.
    public init(_ presentation: Presentation, token: any Sendable) {
        self.presentation = presentation
        self.token = token
    }
}
