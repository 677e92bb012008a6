/// The modules that are being made on one thread, the outermost first. It finds cycles before they overflow the stack.
///
/// Making is synchronous, so a factory and what it makes run on one thread. A `Task { }` that a factory starts inherits the
/// stack as every task-local value. But it runs on another thread, which has its own stack, or when the stack is empty.
final class MakingStack: @unchecked Sendable {  // only its own thread reads and changes the frames
    private struct Frame {
        let module: BoundModule
        /// The product of the factory while hooks prepare it. A hook that asks for a shared module again gets it.
        var pending: Made?
    }

    @TaskLocal private static var inherited: MakingStack?
    private let thread = ThreadID.current
    private var frames: [Frame] = []

    /// The stack of this thread, if it makes something.
    static var current: MakingStack? {
        guard let inherited, inherited.thread == .current else { return nil }
        return inherited
    }

    /// Runs `body` with `module` on this thread's stack.
    ///
    /// - Throws: ``RoutingError/dependencyCycle(_:)`` if the module cannot be made within those that are being made.
    static func making<R>(
        _ module: BoundModule, _ body: (MakingStack) throws(RoutingError) -> R
    ) throws(RoutingError) -> R {
        if let current { return try current.making(module, body) }
        let stack = MakingStack()
        return try $inherited.withValue(stack) {
            Result { () throws(RoutingError) in try stack.making(module, body) }
        }.get()
    }

    private func making<R>(
        _ module: BoundModule, _ body: (MakingStack) throws(RoutingError) -> R
    ) throws(RoutingError) -> R {
        try checkCycle(module)
        frames.append(Frame(module: module))
        // The product is released after the change of the frames, because releasing may run code that makes modules.
        defer { withExtendedLifetime(frames.removeLast()) {} }
        return try body(self)
    }

    /// Records the product of the innermost module's factory.
    func record(_ made: Made) { frames[frames.count - 1].pending = made }

    /// Returns the product of a module that is being prepared.
    func pending(_ module: BoundModule) -> Made? { frames.last { $0.module === module }?.pending }

    /// A factory that needs its own product before it exists never ends. A hook may ask for its own module again,
    /// because then a property can end the recursion; only the depth is limited.
    private func checkCycle(_ module: BoundModule) throws(RoutingError) {
        guard let last = frames.lastIndex(where: { $0.module === module }) else { return }
        guard frames[last].pending == nil || frames.count >= module.recursionLimit else { return }
        throw .dependencyCycle(frames[last...].map(\.module.id) + [module.id])
    }
}
