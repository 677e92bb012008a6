import Hummingbird
import Logging
import Synchronization
import Testing
import Waybill
import WaybillHummingbird
import WaybillReload

// The code of WaybillHummingbird.md about observing, compiled: each part between two marks is in the article, word for
// word.

enum ObservingExample {
    static func serve(_ waybill: WaybillService, token: String, _ exporter: Exporter) throws
        -> Hummingbird.Router<
            BasicRequestContext
        >
    {
        let router = Hummingbird.Router()
        // BEGIN operations
        waybill.mountOperations(on: router.group("_waybill"), access: .bearer(token), metrics: { exporter.text })
        // END operations
        // BEGIN observers
        router.add(middleware: try WaybillMiddleware(waybill.router, observers: [.metrics(), .traces(), .accessLog()]))
        // END observers
        return router
    }

    static func register(in registry: inout Registry, _ slowOpens: SlowOpens) {
        // BEGIN opens
        registry.observeOpens { open in slowOpens.record(open.routeTemplate, open.duration) }
        // END opens
    }

    struct Exporter: Sendable { var text = "up 1\n" }

    final class SlowOpens: Sendable {
        private let routes = Mutex<[String?]>([])
        var all: [String?] { routes.withLock(\.self) }
        func record(_ route: String?, _ duration: Duration) { routes.withLock { $0.append(route) } }
    }
}
