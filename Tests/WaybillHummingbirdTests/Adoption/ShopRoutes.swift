import Foundation
import Waybill
import WaybillHummingbird

/// What the app gains: a manifest, and the code that it names.
enum ShopRoutes {
    static let folder = makeFolder()

    private static let manifest = """
        waybill: 1
        routes:
          - { url: "/notes/:id", params: { id: int }, methods: [GET], handler: note }
        """

    private static func makeFolder() -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? Data(manifest.utf8).write(to: folder.appending(path: "notes.yaml"))
        return folder.path
    }
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
