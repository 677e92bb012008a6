import Synchronization
public import WaybillManifest
import WaybillTable

extension Router {
    /// Binds and publishes other manifests in one step. The current generation answers until then, and finishes the
    /// opens that began on it.
    ///
    /// New shared modules are made when a caller asks for them; a reloader makes them before.
    /// - Returns: The published generation; the current one if the manifests mean the same.
    /// - Throws: ``ManifestErrors`` with every problem. Then nothing has changed.
    @discardableResult
    public func replace(with compilation: Compilation) throws(ManifestErrors) -> Generation {
        try replacing.withLock { _ throws(ManifestErrors) in
            guard let successor = try bind(compilation) else { return generation }
            commit(successor)
            return successor.generation
        }
    }

    /// Binds other manifests; `nil` if they mean the same as the current generation.
    package func bind(_ compilation: Compilation) throws(ManifestErrors) -> Successor? {
        let current = generation
        guard compilation.hasErrors || compilation.digest != current.digest else { return nil }
        // A candidate generation has a number already.
        let last = snapshots.current.candidate?.generation.number ?? current.number
        let generation = try Generation.bind(
            compilation, to: registry, runtime: runtime, after: current, number: last + 1)
        return Successor(generation: generation, predecessor: current)
    }

    /// Publishes a successor. Returns false if another generation was published since it was bound.
    package func publish(_ successor: Successor) -> Bool {
        replacing.withLock { _ in
            guard generation === successor.predecessor else { return false }
            commit(successor)
            return true
        }
    }

    /// How many generations run opens, the current one included.
    package var generationsLive: Int { runtime.lives.count + (snapshots.current.candidate == nil ? 0 : 1) }

    func commit(_ successor: Successor) {
        let generation = successor.generation
        snapshots.update { Snapshot(generation, overlay: $0.overlay.under(generation.table.settings)) }
        // A thread keeps what it read last, and this one may not read again for a long time.
        _ = snapshots.current
        runtime.lives.supersede(
            successor.predecessor, by: generation, drain: options.drainTimeout, clock: options.clock)
    }
}
