import Testing
import WaybillSyntax

@Suite("The processor time of work")
struct ProcessorMeterTests {
    /// Does the same amount of work each time.
    private static func work(_ seed: Int) -> UInt64 {
        (0..<2_000_000 as Range<UInt64>).reduce(UInt64(seed)) { ($0 &* 6_364_136_223_846_793_005) ^ $1 }
    }

    @Test("is that of the thread and of the threads on which the work is spread")
    func spread() {
        let alone = ProcessorMeter()
        let first = Self.work(1)
        let one = alone.seconds
        let meter = ProcessorMeter()
        let results = ProcessorMeter.$current.withValue(meter) {
            Concurrently.$hasLowPriority.withValue(true) {
                Concurrently.map(Array(0..<8)) { index, _ in Self.work(index) }
            }
        }
        #expect(results[1] == first)
        // Eight times the work, on several threads; a half is room for a machine that changes its speed.
        #expect(meter.seconds > 4 * one)
    }
}
