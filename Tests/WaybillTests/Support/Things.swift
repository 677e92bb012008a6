import Waybill

protocol Clockwork: Sendable { var time: Int { get } }
protocol Store: Sendable { var name: String { get } }
protocol Labelled: Sendable { var label: String { get } }
protocol LegacyClock: Sendable { var ticks: String { get } }
protocol OldestClock: Sendable { var bells: String { get } }
protocol RequiredClock: Sendable { var time: Int { get } }
protocol Scratchpad { var text: String { get } }

extension Routable where P == any Clockwork { init() { self.init(declared: ()) } }
extension Routable where P == any Store { init() { self.init(declared: ()) } }
extension Routable where P == any LegacyClock { init() { self.init(declared: ()) } }
extension Routable where P == any OldestClock { init() { self.init(declared: ()) } }
extension Routable where P == any RequiredClock { init() { self.init(declared: ()) } }
extension Routable where P == any Scratchpad { init() { self.init(declared: ()) } }
extension Routable where P == any Store & Labelled { init() { self.init(declared: ()) } }

final class FixedClock: Clockwork, RequiredClock {
    let time: Int

    init(time: Int = 12) { self.time = time }
}

final class MemoryStore: Store, Labelled {
    let name: String
    var label: String { "store \(name)" }

    init(name: String = "memory") { self.name = name }
}

struct ClockShim: LegacyClock {
    var clock: any Clockwork
    var ticks: String { "\(clock.time) ticks" }
}

struct BellShim: OldestClock {
    var clock: any LegacyClock
    var bells: String { "\(clock.ticks), rung" }
}

/// Not `Sendable`.
final class Scratch: Scratchpad {
    var text = ""
}

struct StoreOptions: Decodable, Sendable {
    var name: String
    var size: Int?
}
