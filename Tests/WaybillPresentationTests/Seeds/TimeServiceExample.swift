import Waybill

// The time service of ZIKRouter's README.

protocol TimeServiceInput: Sendable { func currentTimeString() -> String }

struct CityTime: TimeServiceInput {
    var zone = "UTC"
    func currentTimeString() -> String { "12:00 \(zone)" }
}

extension Routable where P == any TimeServiceInput { init() { self.init(declared: ()) } }

enum TimeServiceExample {
    static let manifest = """
        protocols: { TimeServiceInput: { summary: What time is it. } }
        modules: { time-service: { provides: [TimeServiceInput] } }
        """

    static func register(into registry: inout Registry) {
        registry.register("time-service") { _ in CityTime() }.provides((any TimeServiceInput).self) { $0 }
    }

    // seed: 9 lines (make a service, prepare it, use it)
    static func label(_ router: Router) throws -> String {
        let service = try router.make(Routable<any TimeServiceInput>()) { $0 = CityTime(zone: "CET") }
        return service.currentTimeString()
    }
    // end
}
