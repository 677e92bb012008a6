import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A thread with a low priority, for reloads: while all cores are busy, requests go first.
package enum LowPriorityThread {
    /// On Linux, a thread of this niceness gets about a tenth of the time of a thread without one. With a higher value, a
    /// save could take too long to be live under full load.
    private static let niceness: CInt = 10

    /// The number of cores.
    static let coreCount = sysconf(CInt(_SC_NPROCESSORS_ONLN))

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread, which ends with it.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()  // released by the thread, or below
        let status = unsafe pthread_create(  // the function captures nothing
            &thread, nil, { unsafe LowPriorityThread.run($0) }, context)
        guard status == 0 else {
            // The system has no thread left, so one of Dispatch's threads does the work, with its own priority.
            unsafe Unmanaged<Body>.fromOpaque(context).release()  // no thread has it
            return DispatchQueue.global().async(execute: body)
        }
        #if canImport(Darwin)
            if let thread = unsafe thread { unsafe pthread_detach(thread) }  // just created
        #else
            pthread_detach(thread)
        #endif
    }

    private static func run(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        lowerPriority()
        if let body = unsafe body {
            unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()  // the reference of `start`
        }
        return nil
    }

    /// Lowers the priority of the current thread. If the system refuses, the thread keeps its priority.
    private static func lowerPriority() {
        #if canImport(Darwin)
            pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #elseif canImport(Musl)
            setpriority(PRIO_PROCESS, 0, niceness)
        #else
            // Linux: 0 is this thread, and no other of the process.
            setpriority(CInt(PRIO_PROCESS.rawValue), 0, niceness)
        #endif
    }
}
