import Synchronization

/// One use of the direct path: a provider that is found by its type, whose module is transient and has no hooks. It
/// needs no box, cast or lock, and counts only the reference of its scope.
///
/// It has four words, so that it stays in registers.
@safe @usableFromInline
struct DirectMaking {
    fileprivate let thread: ThreadContext
    fileprivate let provider: Unmanaged<DirectProvider>
    /// Makes the requested object.
    @usableFromInline let maker: Unmanaged<Maker>
    /// On loan from the thread.
    @usableFromInline let generation: Unmanaged<Generation>

    @usableFromInline
    func end() {
        thread.popDirect()
        thread.endLoan()
    }

    /// Wraps and reports an error of a factory.
    @usableFromInline
    func error<P>(_ error: any Error, _ type: P.Type) -> RoutingError {
        let module = unsafe provider.takeUnretainedValue().module  // the lent generation retains the provider
        let failure = module.makeError(error)
        let runtime = unsafe generation.takeUnretainedValue().runtime  // on loan until `end`
        runtime.report(.make, failure, target: TypeName(type).description, module: module)
        return failure
    }
}

extension SnapshotHolder {
    /// Begins to make a provider of `type`; `nil` if there is no direct path, or if it would close a cycle. The caller
    /// ends it.
    @usableFromInline
    func beginMaking(_ type: ObjectIdentifier) -> DirectMaking? {
        let thread = ThreadContext.current(key)
        guard thread.beginLoan(stamp.load(ordering: .acquiring)) || renewed(thread) else { return nil }
        if let provider = unsafe thread.lentDirect[type] {  // the loan keeps the table
            let (module, maker) = unsafe provider._withUnsafeGuaranteedRef {  // the generation retains it
                unsafe ($0.lentModule, $0.lentMaker)  // the provider retains both
            }
            if unsafe thread.pushDirect(module) {  // the loan keeps the module until `end` pops it
                let generation = unsafe thread.lentGeneration  // during the loan, which `end` ends
                return unsafe DirectMaking(  // the loan keeps all of them
                    thread: thread, provider: provider, maker: maker, generation: generation)
            }
        }
        thread.endLoan()
        return nil
    }

    /// Lets the thread keep the published snapshot, and lends it.
    @inline(never)
    private func renewed(_ thread: ThreadContext) -> Bool {
        let loan = borrow()
        loan.end()
        return thread.beginLoan(stamp.load(ordering: .acquiring))
    }
}
