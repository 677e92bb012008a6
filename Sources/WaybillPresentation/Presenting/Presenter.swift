/// The ways to present a view. The raw values are the words of a manifest's `present:`.
public enum Presentation: String, Sendable, Hashable, CaseIterable {
    case push, present, popover, sheet, segue, show, showDetail, addChild, addSubview, custom, make
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
    func present(_ shown: any Sendable, _ request: PresentationRequest) async throws -> Shown

    /// Returns why it cannot be removed now; `nil` if it can. Changes nothing.
    func refusal(ofRemoving shown: Shown) async -> String?

    /// Removes it the way that fits how it was presented, and returns when it is gone.
    func remove(_ shown: Shown) async throws
}

extension Presenter {
    public func refusal(of request: PresentationRequest) async -> String? { nil }
    public func refusal(ofRemoving shown: Shown) async -> String? { nil }
}

/// A request to a presenter. It is a value type, safe to use from any thread.
public struct PresentationRequest: Sendable {
    public let presentation: Presentation
    public let path: PresentationPath
    public let moduleID: String

    public init(_ presentation: Presentation, path: PresentationPath, moduleID: String) {
        self.presentation = presentation
        self.path = path
        self.moduleID = moduleID
    }

    /// The source of the presentation; `nil` to start where the presenter is.
    public var source: (any Sendable)? { path.source }
    public var options: [String: any Sendable] { path.options }
}

/// A presented view, with what its presenter needs to remove it. It is a value type, safe to use from any thread.
public struct Shown: Sendable {
    /// The real presentation: `show` may have become a push.
    public var presentation: Presentation
    /// Identifies the presented view for the presenter.
    public var token: any Sendable

    public init(_ presentation: Presentation, token: any Sendable) {
        self.presentation = presentation
        self.token = token
    }
}
