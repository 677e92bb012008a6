public import WaybillManifest

/// Shows views, and takes them away again. The host registers one; on a server, and in tests, it is a headless one.
///
/// Every method resolves: it returns or throws, and never leaves its caller waiting. The engine calls `refusal(of:)` before
/// anything is made.
public protocol Presenter: Sendable {
    /// Why it cannot be shown like this now; `nil` where it can. Changes nothing.
    func refusal(of request: PresentationRequest) async -> String?

    /// Shows it, and returns when it is there.
    func present(_ shown: any Sendable, _ request: PresentationRequest) async throws -> Shown

    /// Why it cannot be removed now; `nil` where it can. Changes nothing.
    func refusal(ofRemoving shown: Shown) async -> String?

    /// Takes it away by whichever way leads back, and returns when it is gone.
    func remove(_ shown: Shown) async throws
}

extension Presenter {
    public func refusal(of request: PresentationRequest) async -> String? { nil }
    public func refusal(ofRemoving shown: Shown) async -> String? { nil }
}

/// What a presenter is asked for.
public struct PresentationRequest: Sendable {
    public let presentation: Presentation
    public let path: PresentationPath
    public let moduleID: String

    public init(_ presentation: Presentation, path: PresentationPath, moduleID: String) {
        self.presentation = presentation
        self.path = path
        self.moduleID = moduleID
    }

    /// What to show it from; `nil` for wherever the presenter is.
    public var source: (any Sendable)? { path.source }
    public var options: [String: any Sendable] { path.options }
}

/// How something was shown: enough to find the way back.
public struct Shown: Sendable {
    /// How it really happened: `show` may have become a push.
    public var presentation: Presentation
    /// Whatever the presenter needs to remove it.
    public var way: any Sendable

    public init(_ presentation: Presentation, way: any Sendable) {
        self.presentation = presentation
        self.way = way
    }
}
