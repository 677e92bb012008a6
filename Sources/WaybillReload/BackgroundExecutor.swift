import Dispatch

/// Runs an actor on a queue of its own, so that its work takes no thread of the pool that opens are served by.
///
/// The pool has a thread for each core, and a thread that compiles for milliseconds is one that serves nobody meanwhile.
final class BackgroundExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label, qos: .utility) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The block keeps the executor, and runs the job once.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
