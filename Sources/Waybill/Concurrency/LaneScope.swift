import Synchronization

/// The part of a task that works for a claim.
///
/// A child task belongs to its parent's scope, because the parent cannot end before it. A `Task { }` does not. They are
/// distinguished by the place where the runtime stores the task-local value: a child task reads its parent's, a `Task {
/// }` has a copy.
final class LaneScope: Sendable {
    private let claim: LaneClaim
    /// The place of the value; 0 after the scope has ended, because the place is then reused.
    private let place = Atomic<UInt>(0)

    @TaskLocal private static var inherited: LaneScope?

    private init(_ claim: LaneClaim) {
        self.claim = claim
    }

    /// The innermost lane of the current task, or of a task of which it is a child.
    static var current: LaneClaim? {
        guard let scope = inherited, scope.place.load(ordering: .acquiring) == currentPlace else { return nil }
        return scope.claim
    }

    /// Runs `body` on the lane of `claim`, which must be held; `nil` for no lane.
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
        let key = unsafe UnsafeRawPointer(Unmanaged.passUnretained($inherited).toOpaque())  // a static lives forever
        return unsafe UInt(bitPattern: taskLocalPlace(key))  // compared, never followed
    }
}

/// The runtime's own way to a task-local value: a stable entry point of every Swift release with concurrency.
// No public API tells a child task from a `Task { }`: both inherit the value, and `UnsafeCurrentTask` names no parent.
@_silgen_name("swift_task_localValueGet")
private func taskLocalPlace(_ key: UnsafeRawPointer) -> UnsafeRawPointer?
