/// One module that is being made on a thread's stack.
@unsafe struct MakingFrame {  // does not retain its module
    /// The generation keeps it alive longer than the frame. `nil` in a frame that was never used.
    var module: Unmanaged<BoundModule>?
    /// The product of the factory while hooks prepare it. A hook that asks for a shared module again gets it.
    var pending: Made?
}

/// The modules that are being made on one thread, the outermost first. It finds cycles before they overflow the stack.
///
/// It keeps its memory. Unused frames hold no products.
@safe struct MakingStack {
    private var frames: UnsafeMutableBufferPointer<MakingFrame>
    private var depth = 0

    init() {
        unsafe frames = .allocate(capacity: 16)  // freed by `deallocate`
        unsafe frames.initialize(repeating: MakingFrame())  // all that were allocated
    }

    func deallocate() {
        unsafe frames.deinitialize()  // all are initialized, at any time
        unsafe frames.deallocate()  // called once, when the thread ends
    }

    /// Checks that the module may be made here, and pushes it.
    @inline(__always)
    mutating func push(_ module: Unmanaged<BoundModule>) throws(RoutingError) {
        if depth > 0 { try unsafe checkCycle(module.takeUnretainedValue()) }  // the caller keeps the module alive
        if unsafe depth == frames.count { grow() }  // reads only the count
        unsafe frames[depth].module = module  // `depth` is below the count
        depth += 1
    }

    /// Pushes a module without hooks. Returns false if it would close a cycle.
    @inline(__always)
    mutating func pushDirect(_ module: Unmanaged<BoundModule>) -> Bool {
        if unsafe depth > 0 && closesCycle(module) { return false }  // the caller keeps the module alive
        if unsafe depth == frames.count { grow() }  // reads only the count
        unsafe frames[depth].module = module  // `depth` is below the count
        depth += 1
        return true
    }

    @inline(never)
    private func closesCycle(_ module: Unmanaged<BoundModule>) -> Bool {
        (try? unsafe checkCycle(module.takeUnretainedValue())) == nil  // the caller keeps the module alive
    }

    /// Pops a frame of ``pushDirect(_:)``, which holds nothing.
    @inline(__always)
    mutating func popDirect() { depth -= 1 }

    @inline(__always)
    mutating func pop() {
        depth -= 1
        unsafe frames[depth].pending = nil  // `depth` was above 0, because each pop follows its push
    }

    /// Records the product of the innermost module's factory.
    mutating func record(_ made: Made) {
        unsafe frames[depth - 1].pending = made  // called between a push and its pop
    }

    func pending(_ module: BoundModule) -> Made? {
        last(module).flatMap { unsafe frames[$0].pending }  // `last` returns an index below `depth`
    }

    private func last(_ module: BoundModule) -> Int? {
        let address = unsafe Unmanaged.passUnretained(module).toOpaque()  // compared, never followed
        return (0..<depth).last { unsafe frames[$0].module?.toOpaque() == address }  // below `depth`
    }

    private mutating func grow() {
        let larger = UnsafeMutableBufferPointer<MakingFrame>.allocate(capacity: depth * 2)
        unsafe larger.initialize(repeating: MakingFrame())  // all that were allocated
        _ = unsafe larger.update(fromContentsOf: frames)  // twice as large, and both are initialized
        unsafe frames.deinitialize()  // copied before
        unsafe frames.deallocate()  // replaced in the next line
        unsafe frames = larger  // freed by `deallocate`
    }

    /// A factory that needs its own product before it exists never ends. A hook may ask for its own module again,
    /// because then a property can end the recursion; only the depth is limited.
    @inline(never)
    private func checkCycle(_ module: BoundModule) throws(RoutingError) {
        guard let last = last(module) else { return }
        let isPending = unsafe frames[last].pending != nil  // `last` returns an index below `depth`
        guard !isPending || depth >= module.recursionLimit else { return }
        let path = (last..<depth).compactMap {
            unsafe frames[$0].module?.takeUnretainedValue().id  // their generation keeps them alive while they are made
        }
        throw .dependencyCycle(path + [module.id])
    }
}
