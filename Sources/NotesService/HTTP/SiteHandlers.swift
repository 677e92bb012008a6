import Hummingbird
import Waybill
import WaybillHummingbird

extension Registry {
    /// `Routes/site.yaml`.
    mutating func addSite() {
        handler("welcome") { _ in
            """
            Notes over HTTP. Try:
              curl localhost:8080/notes -d '{"title": "Milk", "text": "2 liters"}'
              curl localhost:8080/notes

            """
        }
        handler("notFound") { request -> Response in
            throw HTTPError(.notFound, message: "not found: \(try request.http.request.uri.path)")
        }
    }
}
