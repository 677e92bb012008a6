#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What one thread keeps for itself: the snapshot that it read last, and the modules that it is making.
///
/// Making is synchronous, so that the stack of modules being made is a thread's own. The snapshot is kept alive until the
/// thread reads another one: a thread holds one superseded generation at most.
@safe final class ThreadContext {
    /// The number of `snapshot`; no published snapshot has the number 0.
    private(set) var stamp: UInt64 = 0
    private var snapshot: Unmanaged<Snapshot>?
    /// How many readers on this thread's stack use `snapshot` without owning it; it is not replaced while any does.
    private var readers = 0
    /// The modules that are being made below us on this thread's stack, the outermost first.
    var making: [MakingFrame] = []

    init() { making.reserveCapacity(16) }

    deinit { unsafe snapshot?.release() }

    /// Creates the slot that every thread has one context in.
    static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { context in
            #if canImport(Darwin)
            unsafe Unmanaged<ThreadContext>.fromOpaque(context).release()
            #else
            if let context = unsafe context { unsafe Unmanaged<ThreadContext>.fromOpaque(context).release() }
            #endif
        }
        precondition(status == 0, "the process has no key for thread-specific data left")
        return key
    }()

    @inline(__always)
    static func current(_ key: pthread_key_t) -> ThreadContext {
        if let context = unsafe pthread_getspecific(key) {
            // The slot owns the context until its thread ends, and only that thread gets it.
            return unsafe Unmanaged<ThreadContext>.fromOpaque(context).takeUnretainedValue()
        }
        return begin(key)
    }

    @inline(never)
    private static func begin(_ key: pthread_key_t) -> ThreadContext {
        let context = ThreadContext()
        unsafe pthread_setspecific(key, Unmanaged.passRetained(context).toOpaque())
        return context
    }

    /// Lends the kept snapshot, without counting a reference to it.
    @inline(__always)
    func reading<R, E: Error>(_ body: (Snapshot, ThreadContext) throws(E) -> R) throws(E) -> R {
        readers += 1
        defer { readers -= 1 }
        // `keep` replaces it only while nobody reads.
        do {
            return try unsafe snapshot.unsafelyUnwrapped._withUnsafeGuaranteedRef { try body($0, self) }
        } catch { throw error as! E }  // `body` throws nothing else
    }

    func keep(_ new: Snapshot, stamp newStamp: UInt64) {
        guard readers == 0 else { return }
        unsafe snapshot?.release()
        unsafe snapshot = Unmanaged.passRetained(new)
        stamp = newStamp
    }
}
