import WaybillManifest
import WaybillTable

extension Snapshot {
    /// Whether a route serves the URL. Follows the forwards of routes, and runs no code.
    func canOpen(_ text: String, method: String?, tags: Set<String>?) -> Bool {
        guard let view = try? TagView(opening: tags) else { return false }
        guard let isForward = leadsToForward(text, method, view) else { return false }
        if !isForward { return true }
        return leadsToRoute(text, method, view)
    }

    /// Follows forwards, which need the captures of routes.
    private func leadsToRoute(_ text: String, _ method: String?, _ view: TagView) -> Bool {
        let request = WalkedRequest(method: method, view: view)
        var target = text
        for _ in 0...WalkedRequest.maximumHops {
            guard let match = try? match(target, for: request, .ofView), let place = match.route else { return false }
            guard case .forward(let template) = destination(ofRoute: place.route) else { return true }
            guard let next = template.target(for: match.captures(by: pattern(at: place))) else { return false }
            target = next
        }
        return false
    }

    /// Whether the URL's route is a forward; `nil` if no route serves the URL.
    private func leadsToForward(_ text: String, _ method: String?, _ view: TagView) -> Bool? {
        if !overlay.isEmpty, let number = overlay.table.routeIndex(for: text, method: method, in: view) {
            return overlay.route(number).isForward
        }
        return generation.leadsToForward(text, method, view)
    }
}

extension Generation {
    /// Whether the URL's route is a forward; `nil` if no route of the manifests serves the URL.
    fileprivate func leadsToForward(_ text: String, _ method: String?, _ view: TagView) -> Bool? {
        table.routeIndex(for: text, method: method, in: view).map { bound.routes[$0].isForward }
    }
}

extension TagView {
    init(opening tags: Set<String>?) throws(RoutingError) {
        guard let tags else {
            self = .everything
            return
        }
        guard !tags.isEmpty else { throw .emptyTagView }
        self.init(tags)
    }
}
