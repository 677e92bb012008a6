/// How a view is presented. The raw values are the words that a manifest's `present:` takes.
public enum Presentation: String, Sendable, Hashable, CaseIterable {
    case push, present, popover, sheet, segue, show, showDetail, addChild, addSubview, custom, make
}

/// Presents views, and removes them again. The host registers one; in tests it is a ``HeadlessPresenter``.
///
/// Every method must return or throw. The engine calls `refusal(of:)` before it makes anything, and calls a presenter
/// from any task, also at the same time: an actor, or a type isolated to one, is the usual conformance.
/// `PresenterConformance` checks the contract.
public protocol Presenter: Sendable {
    /// Why a view cannot be presented like this now; `nil` if it can. Changes nothing.
    func refusal(of request: PresentationRequest) async -> String?

    /// Presents a view, and returns when it is there.
    func present(_ shown: any Sendable, _ request: PresentationRequest) async throws -> Shown

    /// Why it cannot be removed now; `nil` if it can. Changes nothing.
    func refusal(ofRemoving shown: Shown) async -> String?

    /// Removes it the way that fits how it was presented, and returns when it is gone.
    func remove(_ shown: Shown) async throws
}

extension Presenter {
    public func refusal(of request: PresentationRequest) async -> String? { nil }
    public func refusal(ofRemoving shown: Shown) async -> String? { nil }
}

/// What a presenter is asked for. A value: use it from any thread.
public struct PresentationRequest: Sendable {
    public let presentation: Presentation
    public let path: PresentationPath
    public let moduleID: String

    public init(_ presentation: Presentation, path: PresentationPath, moduleID: String) {
        self.presentation = presentation
        self.path = path
        self.moduleID = moduleID
    }

    /// What to present it from; `nil` for where the presenter is.
    public var source: (any Sendable)? { path.source }
    public var options: [String: any Sendable] { path.options }
}

/// How something was presented: what its presenter needs to remove it. A value: use it from any thread.
public struct Shown: Sendable {
    /// What really happened: `show` may have become a push.
    public var presentation: Presentation
    /// Identifies to the presenter what it has presented.
    public var token: any Sendable

    public init(_ presentation: Presentation, token: any Sendable) {
        self.presentation = presentation
        self.token = token
    }
}
