import Dispatch

/// The thread that a reloader works on. It reads, compiles and stores there, so that a file system that hangs or a large
/// set holds none of the threads that serve requests.
final class ReloadExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "waybill.reload")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The job runs once, and the closure keeps the executor until then.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
