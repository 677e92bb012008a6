import WaybillManifest
import WaybillTable

extension Snapshot {
    /// Whether a route takes the URL. Follows the redirects of routes, and runs nothing.
    func canOpen(_ text: String, method: String?, tags: Set<String>?) -> Bool {
        guard let view = try? TagView(opening: tags) else { return false }
        let request = WalkedRequest(method: method, view: view)
        var target = text
        for _ in 0...request.maximumHops {
            guard let number = routeNumber(of: target, for: request) else { return false }
            guard case .redirect(let template) = destination(ofRoute: number) else { return true }
            // The redirect needs what the route captures, which is found only now.
            guard let url = try? RouteURL(target), let found = match(url, for: request, .ofView).route else {
                return false
            }
            target = template.expand(found.captures)
        }
        return false
    }

    private func routeNumber(of text: String, for request: WalkedRequest) -> Int? {
        var lookup = Lookup()
        if !overlay.isEmpty {
            let table = overlay.table
            table.find(text, in: table.scope(method: request.method, view: request.view), &lookup)
            if let number = lookup.route { return generation.bound.routes.count + number }
        }
        let table = generation.table
        table.find(text, in: table.scope(method: request.method, view: request.view), &lookup)
        return lookup.route
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
