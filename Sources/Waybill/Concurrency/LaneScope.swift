import Synchronization

/// The part of a task that works for a claim.
///
/// A child task belongs to its parent's scope, for the parent cannot end before it. A `Task { }` does not. The two are
/// told apart by where the runtime keeps the task-local value: a child task reads its parent's, a `Task { }` has a copy.
final class LaneScope: Sendable {
    private let claim: LaneClaim
    /// Where the value is kept; 0 as soon as the scope has ended, because the place is used again then.
    private let place = Atomic<UInt>(0)

    @TaskLocal private static var inherited: LaneScope?

    private init(_ claim: LaneClaim) {
        self.claim = claim
    }

    /// The innermost lane that the current task, or a task that it is a child of, is on.
    static var current: LaneClaim? {
        guard let scope = inherited, scope.place.load(ordering: .acquiring) == currentPlace else { return nil }
        return scope.claim
    }

    /// Runs `body` on the lane of `claim`, which is held; `nil` for no lane.
    static func run<R>(_ claim: LaneClaim?, _ body: () async throws -> R) async throws -> R {
        guard let claim else { return try await body() }
        let scope = LaneScope(claim)
        return try await $inherited.withValue(scope) {
            scope.place.store(currentPlace, ordering: .releasing)
            defer { scope.place.store(0, ordering: .releasing) }
            return try await body()
        }
    }

    private static var currentPlace: UInt {
        let key = unsafe UnsafeRawPointer(Unmanaged.passUnretained($inherited).toOpaque())  // a static lives for ever
        return unsafe UInt(bitPattern: taskLocalPlace(key))  // compared, never followed
    }
}

/// The runtime's own way to a task-local value: a stable entry point of every Swift release with concurrency.
// No public API tells a child task from a `Task { }`: both inherit the value, and `UnsafeCurrentTask` names no parent.
@_silgen_name("swift_task_localValueGet")
private func taskLocalPlace(_ key: UnsafeRawPointer) -> UnsafeRawPointer?
