import Dispatch
import Synchronization
import Testing

@testable import WaybillSyntax

#if os(Linux)
    import Glibc
#endif

@Suite("Work on all cores")
struct ConcurrentlyTests {
    @Test("Results are in the order of the elements", arguments: [0, 1, 2, 1000])
    func order(count: Int) {
        let elements = (0..<count).map { $0 * 3 }
        let calls = Mutex(0)
        let results = Concurrently.map(elements) { index, element in
            calls.withLock { $0 += 1 }
            return index + element
        }
        #expect(results == (0..<count).map { $0 * 4 })
        #expect(calls.withLock { $0 } == count)
    }

    @Test("An element without a result keeps its place")
    func optionals() {
        let results: [Int?] = Concurrently.map(Array(0..<100)) { _, element in element.isMultiple(of: 2) ? element : nil
        }
        #expect(results == (0..<100).map { $0.isMultiple(of: 2) ? $0 : nil })
    }

    @Test("Nested work does not wait forever")
    func nested() {
        let sums = Concurrently.map(Array(0..<50)) { _, outer in
            Concurrently.map(Array(0..<50)) { _, inner in outer * inner }.reduce(0, +)
        }
        #expect(sums == (0..<50).map { $0 * 1225 })
    }

    @Test("Two pieces of work give each its own result")
    func both() {
        let (text, number) = Concurrently.both {
            "one"
        } _: {
            2
        }
        #expect(text == "one")
        #expect(number == 2)
    }

    @Test("Work of a low priority gives the same results", arguments: [0, 1, 2, 1000])
    func lowPriority(count: Int) {
        let results = Concurrently.$hasLowPriority.withValue(true) {
            Concurrently.map(Array(0..<count)) { index, element in index + element }
        }
        #expect(results == (0..<count).map { $0 * 2 })
    }

    #if os(Linux)
        @Test("Every thread of work of a low priority has one", .timeLimit(.minutes(1)))
        func priorities() async {
            let (one, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let work = { @Sendable in
                // Each piece waits for the other one, so no thread does both.
                Concurrently.both {
                    one.signal()
                    other.wait()
                    return niceness
                } _: {
                    other.signal()
                    one.wait()
                    return niceness
                }
            }
            let found = await withCheckedContinuation { continuation in
                LowPriorityThread.start {
                    continuation.resume(returning: Concurrently.$hasLowPriority.withValue(true) { work() })
                }
            }
            #expect(found.0 > niceness && found.1 == found.0)
        }

        /// Of the current thread.
        private var niceness: CInt { getpriority(CInt(PRIO_PROCESS.rawValue), 0) }
    #endif
}
