/// One module that is being made on a thread's stack. Finds cycles before they overflow it.
@safe struct MakingFrame {
    /// The generation that makes it keeps it alive for longer than the frame.
    let module: Unmanaged<BoundModule>
    /// What the factory made, while hooks prepare it: whoever asks for a shared module meanwhile gets this.
    var pending: Made?
}

extension ThreadContext {
    /// Runs `body` with `module` on the stack of what is being made.
    @inline(__always)
    func making<R>(_ module: BoundModule, _ body: () throws(RoutingError) -> R) throws(RoutingError) -> R {
        if !making.isEmpty { try checkCycle(module) }
        unsafe making.append(MakingFrame(module: Unmanaged.passUnretained(module), pending: nil))
        defer { making.removeLast() }
        return try body()
    }

    /// What is being prepared of a module on this stack.
    func pending(_ module: BoundModule) -> Made? {
        making.last { unsafe $0.module.toOpaque() == Unmanaged.passUnretained(module).toOpaque() }?.pending
    }

    /// A factory that needs its own product before there is one never ends. A hook may ask for its own module again,
    /// for by then there is something that it can set to end the recursion; only the depth is limited.
    @inline(never)
    private func checkCycle(_ module: BoundModule) throws(RoutingError) {
        let address = unsafe Unmanaged.passUnretained(module).toOpaque()
        guard let last = making.lastIndex(where: { unsafe $0.module.toOpaque() == address }) else { return }
        guard making[last].pending == nil || making.count >= module.recursionLimit else { return }
        let path = making[last...].map { unsafe $0.module.takeUnretainedValue().id }
        throw .dependencyCycle(path + [module.id])
    }
}
