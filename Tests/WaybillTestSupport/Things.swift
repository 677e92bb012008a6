package import Waybill

package protocol Clockwork: Sendable { var time: Int { get } }
package protocol Store: Sendable { var name: String { get } }
package protocol Labelled: Sendable { var label: String { get } }
package protocol LegacyClock: Sendable { var ticks: String { get } }
package protocol OldestClock: Sendable { var bells: String { get } }
package protocol RequiredClock: Sendable { var time: Int { get } }
package protocol Scratchpad { var text: String { get } }

extension Routable where P == any Clockwork { package init() { self.init(declared: ()) } }
extension Routable where P == any Store { package init() { self.init(declared: ()) } }
extension Routable where P == any LegacyClock { package init() { self.init(declared: ()) } }
extension Routable where P == any OldestClock { package init() { self.init(declared: ()) } }
extension Routable where P == any RequiredClock { package init() { self.init(declared: ()) } }
extension Routable where P == any Scratchpad { package init() { self.init(declared: ()) } }
extension Routable where P == any Store & Labelled { package init() { self.init(declared: ()) } }

package final class FixedClock: Clockwork, RequiredClock {
    package let time: Int

    package init(time: Int = 12) { self.time = time }
}

package final class MemoryStore: Store, Labelled {
    package let name: String
    package var label: String { "store \(name)" }

    package init(name: String = "memory") { self.name = name }
}

package struct ClockShim: LegacyClock {
    private let clock: any Clockwork

    package init(clock: any Clockwork) { self.clock = clock }

    package var ticks: String { "\(clock.time) ticks" }
}

package struct BellShim: OldestClock {
    private let clock: any LegacyClock

    package init(clock: any LegacyClock) { self.clock = clock }

    package var bells: String { "\(clock.ticks), rung" }
}

/// Not `Sendable`.
package final class Scratch: Scratchpad {
    package var text = ""

    package init() {}
}

package struct StoreOptions: Decodable, Sendable {
    package var name: String
    package var size: Int?
}
