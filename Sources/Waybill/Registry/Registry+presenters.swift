public import WaybillManifest

extension Registry {
    /// Registers what shows views.
    /// - Parameter name: For a custom presentation, which paths then name; without one it shows all others.
    public mutating func presenter(
        _ presenter: any Presenter, named name: String? = nil, fileID: String = #fileID, line: Int = #line
    ) {
        let key = name ?? Self.mainPresenter
        guard presenters[key] == nil else {
            return noteDuplicate(.presenter, key, at: RegistrationSite(fileID: fileID, line: line))
        }
        presenters[key] = PresenterEntry(site: RegistrationSite(fileID: fileID, line: line), presenter: presenter)
    }

    /// Hears of everything that failed, once each, after those who asked were told.
    /// - Parameter kind: Only failures of such modules; `nil` for all, those without a module too.
    public mutating func onError(
        of kind: Module.Kind? = nil, _ body: @escaping @Sendable (RouteFailure) -> Void
    ) {
        errorSinks.append { failure in
            if kind == nil || failure.kind == kind { body(failure) }
        }
    }

    /// Registers a lane: opens on it run one at a time, in the order of the calls.
    /// - Parameter actor: Where they run; `nil` for wherever the caller is.
    public mutating func lane(
        _ name: String, on actor: (any Actor)? = nil, fileID: String = #fileID, line: Int = #line
    ) {
        let site = RegistrationSite(fileID: fileID, line: line)
        guard lanes[name] == nil else { return noteDuplicate(.lane, name, at: site) }
        lanes[name] = LaneEntry(site: site, actor: actor)
    }

    /// The name of the presenter without a name.
    static let mainPresenter = "main"
}

struct PresenterEntry: Sendable {
    var site: RegistrationSite
    var presenter: any Presenter
}

struct LaneEntry: Sendable {
    var site: RegistrationSite
    var actor: (any Actor)?
}

/// What failed, for those who watch over everything.
public struct RouteFailure: Sendable {
    public let action: RouteAction
    public let error: any Error
    /// What was asked for: a protocol, an identifier or a URL.
    public let target: String
    public let moduleID: String?
    public let kind: Module.Kind?
}
