import Dispatch
import Synchronization
import WaybillSyntax

/// The thread on which a reloader works. It has a low priority: while all cores are busy, requests go first.
///
/// The reloader reads, compiles and stores there, so that a slow file system or a large set does not block threads that
/// serve requests.
final class ReloadExecutor: SerialExecutor {
    private let queue = JobQueue()

    init() {
        LowPriorityThread.start { [queue] in
            while let job = queue.next() { job() }
        }
    }

    deinit { queue.add(nil) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The closure keeps the executor until then.
        queue.add { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }  // runs once
    }
}

/// Work for one thread, in order. `nil` ends it.
private final class JobQueue: Sendable {
    typealias Job = @Sendable () -> Void

    private let jobs = Mutex<[Job?]>([])
    private let count = DispatchSemaphore(value: 0)

    func add(_ job: Job?) {
        jobs.withLock { $0.append(job) }
        count.signal()
    }

    /// Waits for the next job.
    func next() -> Job? {
        count.wait()
        return jobs.withLock { $0.removeFirst() }
    }
}
