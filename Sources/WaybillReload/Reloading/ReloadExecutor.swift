import Dispatch

/// The thread on which a reloader works. It reads, compiles and stores there, so that a slow file system or a large set
/// does not block threads that serve requests.
final class ReloadExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "waybill.reload")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The job runs once, and the closure keeps the executor until then.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
