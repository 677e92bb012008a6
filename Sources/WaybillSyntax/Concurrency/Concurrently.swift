import Dispatch
import Synchronization

/// Work that is spread over the cores, while the caller waits for it.
///
/// Compilation is synchronous: the command and `try Router(manifests:registry:)` need it so, and a reload needs one
/// thread of work that a timeout can enclose. That is why this is not a task group. The calling thread works too, so this
/// cannot deadlock, not even on a thread of Swift's pool.
package enum Concurrently {
    /// Whether the calling thread has a low priority. Then the other threads get a low priority, too.
    @TaskLocal package static var hasLowPriority = false

    /// Returns the results of `transform` in the order of the elements.
    package static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ transform: @escaping @Sendable (_ index: Int, _ element: Element) -> Result
    ) -> [Result] {
        guard elements.count > 1 else { return elements.enumerated().map { transform($0.offset, $0.element) } }
        let results = Mutex([Result?](repeating: nil, count: elements.count))
        perform(elements.count) { index in
            let result = transform(index, elements[index])
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }

    /// Does two pieces of work at the same time, and returns their results.
    package static func both<First: Sendable, Second: Sendable>(
        _ first: @escaping @Sendable () -> First, _ second: @escaping @Sendable () -> Second
    ) -> (First, Second) {
        let one = Mutex([First]())
        let other = Mutex([Second]())
        perform(2) { index in
            if index == 0 {
                let result = first()
                one.withLock { $0 = [result] }
            } else {
                let result = second()
                other.withLock { $0 = [result] }
            }
        }
        return (one.withLock { $0[0] }, other.withLock { $0[0] })
    }

    /// Calls `body` with each number below `count`, and waits for it.
    private static func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        guard hasLowPriority else { return DispatchQueue.concurrentPerform(iterations: count, execute: body) }
        // The threads of Dispatch have the priority of requests, and a lowered priority cannot be raised again.
        let given = Atomic<Int>(0)
        let helpers = DispatchGroup()
        let meter = ProcessorMeter.current
        let work = { @Sendable in
            while case let number = given.wrappingAdd(1, ordering: .relaxed).oldValue, number < count { body(number) }
        }
        for _ in 1..<min(count, max(2, LowPriorityThread.coreCount)) {
            helpers.enter()
            LowPriorityThread.start {
                ProcessorMeter.$current.withValue(meter) { $hasLowPriority.withValue(true, operation: work) }
                meter?.addWholeThread()
                helpers.leave()
            }
        }
        work()
        helpers.wait()
    }
}
