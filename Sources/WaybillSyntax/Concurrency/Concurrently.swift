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
        let results = Results<Result>(elements.count)
        perform(elements.count) { results.store(transform($0, elements[$0]), at: $0) }
        return results.all
    }

    /// Does two pieces of work at the same time, and returns their results.
    package static func both<First: Sendable, Second: Sendable>(
        _ first: @escaping @Sendable () -> First, _ second: @escaping @Sendable () -> Second
    ) -> (First, Second) {
        let one = Results<First>(1)
        let other = Results<Second>(1)
        perform(2) { $0 == 0 ? one.store(first(), at: 0) : other.store(second(), at: 0) }
        return (one.all[0], other.all[0])
    }

    /// Calls `body` with each number below `count`, and waits for it.
    private static func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        guard hasLowPriority else { return DispatchQueue.concurrentPerform(iterations: count, execute: body) }
        // The threads of Dispatch have the priority of requests, and a lowered priority cannot be raised again.
        let numbers = Numbers(count)
        let helpers = DispatchGroup()
        let work = { @Sendable in
            while let number = numbers.next() { body(number) }
        }
        for _ in 1..<min(count, max(2, LowPriorityThread.coreCount)) {
            helpers.enter()
            LowPriorityThread.start {
                $hasLowPriority.withValue(true, operation: work)
                helpers.leave()
            }
        }
        work()
        helpers.wait()
    }

    private final class Results<Value: Sendable>: Sendable {
        private let values: Mutex<[Value?]>

        init(_ count: Int) { values = Mutex([Value?](repeating: nil, count: count)) }

        func store(_ value: Value, at index: Int) { values.withLock { $0[index] = value } }

        /// All results, when all work is done.
        var all: [Value] { values.withLock { $0.compactMap { $0 } } }
    }

    /// The numbers below a count, each for one caller.
    private final class Numbers: Sendable {
        private let count: Int
        private let given = Atomic<Int>(0)

        init(_ count: Int) { self.count = count }

        func next() -> Int? {
            let number = given.wrappingAdd(1, ordering: .relaxed).oldValue
            return number < count ? number : nil
        }
    }
}
