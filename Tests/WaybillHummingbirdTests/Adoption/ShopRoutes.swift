import Foundation
import Waybill
import WaybillHummingbird

/// The app's additions: a manifest, and the code that it names.
enum ShopRoutes {
    static let folder = (0..<3).reduce(URL(filePath: #filePath).resolvingSymlinksInPath()) { url, _ in
        url.deletingLastPathComponent()
    }.appending(path: "Fixtures/adoption").path
}

extension Registry {
    static func shop() -> Registry {
        var registry = Registry()
        registry.handler("note", context: ShopContext.self) { request, context in
            "note \(try request.parameters.require("id", as: Int.self)) of \(context.user)"
        }
        return registry
    }
}
