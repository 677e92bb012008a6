import Synchronization
import Waybill

protocol Soaked: Sendable {}
extension Routable where P == any Soaked { init() { self.init(declared: ()) } }

/// Counts its instances that were made and freed.
final class Counted: Soaked {
    private static let made = Atomic<Int>(0)
    private static let freed = Atomic<Int>(0)

    static var counts: (made: Int, freed: Int) {
        (made.load(ordering: .acquiring), freed.load(ordering: .acquiring))
    }

    init() { Self.made.wrappingAdd(1, ordering: .relaxed) }
    deinit { Self.freed.wrappingAdd(1, ordering: .releasing) }
}
