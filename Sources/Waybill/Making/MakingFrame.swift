/// One module that is being made on a thread's stack. Finds cycles before they overflow it.
@unsafe struct MakingFrame {
    /// The generation that makes it keeps it alive for longer than the frame. `nil` in a frame that nobody used yet.
    var module: Unmanaged<BoundModule>?
    /// What the factory made, while hooks prepare it: whoever asks for a shared module meanwhile gets this.
    var pending: Made?
}

/// A stack of frames that keeps its memory. Free frames hold no thing that was made.
@safe struct MakingStack {
    private var frames: UnsafeMutableBufferPointer<MakingFrame>
    private var depth = 0

    init() {
        unsafe frames = .allocate(capacity: 16)
        unsafe frames.initialize(repeating: MakingFrame())
    }

    func deallocate() {
        unsafe frames.deinitialize()
        unsafe frames.deallocate()
    }

    /// Says whether the module may be made here, and puts it on the stack.
    @inline(__always)
    mutating func push(_ module: Unmanaged<BoundModule>) throws(RoutingError) {
        if depth > 0 { try unsafe checkCycle(module.takeUnretainedValue()) }
        if unsafe depth == frames.count { grow() }
        unsafe frames[depth].module = module
        depth += 1
    }

    /// The same for what nothing is ever noted of; `false` where it would lead in a circle.
    @inline(__always)
    mutating func pushDirect(_ module: Unmanaged<BoundModule>) -> Bool {
        if unsafe depth > 0 && leadsInCircle(module) { return false }
        if unsafe depth == frames.count { grow() }
        unsafe frames[depth].module = module
        depth += 1
        return true
    }

    @inline(never)
    private func leadsInCircle(_ module: Unmanaged<BoundModule>) -> Bool {
        (try? unsafe checkCycle(module.takeUnretainedValue())) == nil
    }

    /// A frame of nothing that is noted holds nothing.
    @inline(__always)
    mutating func popDirect() { depth -= 1 }

    @inline(__always)
    mutating func pop() {
        depth -= 1
        unsafe frames[depth].pending = nil
    }

    mutating func note(_ made: Made) { unsafe frames[depth - 1].pending = made }

    func pending(_ module: BoundModule) -> Made? { last(module).flatMap { unsafe frames[$0].pending } }

    private func last(_ module: BoundModule) -> Int? {
        let address = unsafe Unmanaged.passUnretained(module).toOpaque()
        return (0..<depth).last { unsafe frames[$0].module?.toOpaque() == address }
    }

    private mutating func grow() {
        let larger = UnsafeMutableBufferPointer<MakingFrame>.allocate(capacity: depth * 2)
        unsafe larger.initialize(repeating: MakingFrame())
        _ = unsafe larger.update(fromContentsOf: frames)
        unsafe frames.deinitialize()
        unsafe frames.deallocate()
        unsafe frames = larger
    }

    /// A factory that needs its own product before there is one never ends. A hook may ask for its own module again,
    /// for by then there is something that it can set to end the recursion; only the depth is limited.
    @inline(never)
    private func checkCycle(_ module: BoundModule) throws(RoutingError) {
        guard let last = last(module) else { return }
        guard unsafe frames[last].pending == nil || depth >= module.recursionLimit else { return }
        let path = (last..<depth).compactMap { unsafe frames[$0].module?.takeUnretainedValue().id }
        throw .dependencyCycle(path + [module.id])
    }
}
