import Synchronization

/// One use of the short way to what a caller asks for: a provider that is known by its type, whose module is made anew each
/// time and has no hooks. It costs no box, no cast and no lock, and counts no reference but the one of its scope.
///
/// Four words, so that it stays in registers.
@safe @usableFromInline
struct DirectMaking {
    fileprivate let thread: ThreadContext
    fileprivate let provider: Unmanaged<DirectProvider>
    /// Makes what was asked for.
    @usableFromInline let maker: Unmanaged<Maker>
    /// On loan from the thread.
    @usableFromInline let generation: Unmanaged<Generation>

    @usableFromInline
    func end() {
        thread.popDirect()
        thread.endLoan()
    }

    /// What a factory threw, as callers see it.
    @usableFromInline
    func error(_ error: any Error) -> RoutingError {
        unsafe provider.takeUnretainedValue().module.makeError(error)
    }
}

extension SnapshotHolder {
    /// Begins to make what provides `type`; `nil` where there is no short way, or where it would lead in a circle. Whoever gets
    /// one must end it.
    @usableFromInline
    func beginMaking(_ type: ObjectIdentifier) -> DirectMaking? {
        let thread = ThreadContext.current(key)
        guard thread.beginLoan(stamp.load(ordering: .acquiring)) || renewed(thread) else { return nil }
        if let provider = unsafe thread.lentDirect[type] {
            let (module, maker) = unsafe provider._withUnsafeGuaranteedRef { unsafe ($0.lentModule, $0.lentMaker) }
            if unsafe thread.pushDirect(module) {
                return unsafe DirectMaking(
                    thread: thread, provider: provider, maker: maker, generation: thread.lentGeneration)
            }
        }
        thread.endLoan()
        return nil
    }

    /// Lets the thread keep the published snapshot, and lends it that.
    @inline(never)
    private func renewed(_ thread: ThreadContext) -> Bool {
        let loan = borrow()
        loan.end()
        return thread.beginLoan(stamp.load(ordering: .acquiring))
    }
}
