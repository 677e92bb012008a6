import Synchronization
public import WaybillManifest

/// A generation that is bound and does not serve yet.
package struct Successor: Sendable {
    package let generation: Generation
    /// What served when it was bound.
    let predecessor: Generation
}

extension Router {
    /// Binds and publishes other manifests in one step. The present generation serves until then, and finishes the
    /// opens that began on it.
    ///
    /// New shared modules are made when somebody asks for them; a reloader makes them before.
    /// - Returns: The published generation; or the present one, where the manifests mean the same.
    /// - Throws: Everything that is wrong; then nothing has changed.
    @discardableResult
    public func replace(with compilation: Compilation) throws(ManifestErrors) -> Generation {
        try replacing.withLock { _ throws(ManifestErrors) in
            guard let successor = try bind(compilation) else { return generation }
            commit(successor)
            return successor.generation
        }
    }

    /// Binds other manifests; nil where they mean what serves.
    package func bind(_ compilation: Compilation) throws(ManifestErrors) -> Successor? {
        let present = generation
        guard compilation.hasErrors || compilation.digest != present.digest else { return nil }
        // A generation on trial has a number already.
        let last = snapshots.current.candidate?.generation.number ?? present.number
        let generation = try Generation.bind(
            compilation, to: registry, runtime: runtime, after: present, number: last + 1)
        return Successor(generation: generation, predecessor: present)
    }

    /// Publishes a successor of what serves; false where something else serves by now.
    package func publish(_ successor: Successor) -> Bool {
        replacing.withLock { _ in
            guard generation === successor.predecessor else { return false }
            commit(successor)
            return true
        }
    }

    /// How many generations serve opens, the present one among them.
    package var generationsLive: Int { runtime.lives.count + (snapshots.current.candidate == nil ? 0 : 1) }

    func commit(_ successor: Successor) {
        let generation = successor.generation
        snapshots.update { Snapshot(generation, overlay: $0.overlay.under(generation.table.settings)) }
        // A thread keeps what it read last, and this one may have nothing more to read for long.
        _ = snapshots.current
        runtime.lives.supersede(
            successor.predecessor, by: generation, drain: options.drain, clock: options.clock)
    }
}
