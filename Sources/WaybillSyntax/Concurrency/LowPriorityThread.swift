#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A thread that gets less time than others while the cores do not suffice for all: for reloads, so that requests go first.
package enum LowPriorityThread {
    /// Linux: a thread of this niceness gets about a tenth of the time of one that has none. With more, saves would not be live
    /// within seconds under full load.
    private static let niceness: CInt = 10

    /// How many such threads the machine can run at the same time.
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
        let body = unsafe Unmanaged.passRetained(Body(body)).toOpaque()  // released by the thread
        let status = unsafe pthread_create(  // the function captures nothing
            &thread, nil, { unsafe LowPriorityThread.run($0) }, body)
        precondition(status == 0, "the system has no thread left")
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

    /// Where the system refuses it, the thread works as others do.
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
