import Dispatch
import Synchronization

/// Work that is spread over the cores, while the caller waits for it.
///
/// Compilation is synchronous: the command and `try Router(manifests:registry:)` need it so, and a reload needs one
/// thread of work that a timeout can enclose. That is why this is not a task group. `concurrentPerform` also uses the
/// calling thread, so it cannot deadlock, not even on a thread of Swift's pool.
package enum Concurrently {
    /// Whether work stays on the calling thread, because that has a low priority and others would not.
    @TaskLocal package static var isSerial = false

    /// The results of `transform` in the order of the elements, whichever was ready first.
    package static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ transform: @Sendable (_ index: Int, _ element: Element) -> Result
    ) -> [Result] {
        guard elements.count > 1, !isSerial else { return elements.enumerated().map { transform($0.offset, $0.element) } }
        let results = Mutex([Result?](repeating: nil, count: elements.count))
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
            let result = transform(index, elements[index])
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }

    /// Does two pieces of work at the same time, and returns their results.
    package static func both<First: Sendable, Second: Sendable>(
        _ first: @Sendable () -> First, _ second: @Sendable () -> Second
    ) -> (First, Second) {
        if isSerial { return (first(), second()) }
        let results = Mutex<(First?, Second?)>((nil, nil))
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            if index == 0 {
                let result = first()
                results.withLock { $0.0 = result }
            } else {
                let result = second()
                results.withLock { $0.1 = result }
            }
        }
        let (one, other) = results.withLock { ($0.0, $0.1) }
        guard let one, let other else { preconditionFailure("both pieces of work were done above") }
        return (one, other)
    }
}
