import WaybillManifest
import WaybillTable

extension Snapshot {
    /// Whether a route takes the URL. Follows the redirects of routes, and runs nothing.
    func canOpen(_ text: String, method: String?, tags: Set<String>?) -> Bool {
        guard let view = try? TagView(opening: tags) else { return false }
        let request = WalkedRequest(method: method, view: view)
        var target = text
        for _ in 0...request.maximumHops {
            guard let url = try? RouteURL(target), let found = match(url, for: request, .ofView).route else {
                return false
            }
            guard case .redirect(let template) = destination(ofRoute: found.route) else { return true }
            target = template.expand(found.captures)
        }
        return false
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
