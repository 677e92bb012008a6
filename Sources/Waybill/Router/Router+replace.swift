import Synchronization
import WaybillManifest
public import WaybillRules
import WaybillSyntax
import WaybillTable

extension Router {
    /// Binds other manifests and publishes them in one step. The current generation answers until then, and finishes
    /// the opens that began on it.
    ///
    /// New shared modules are made when a caller asks for them. Only a reloader can make asynchronous shared modules
    /// (F007) and start modules with a lifecycle.
    /// - Returns: The published generation; the current one if the manifests mean the same.
    /// - Throws: ``ManifestErrors`` with every problem. Then nothing has changed. It is also an error to replace
    ///   manifests from code that runs while they are bound, such as the decoding of a configuration.
    @discardableResult
    public func replace(with compilation: Compilation) throws(ManifestErrors) -> Generation {
        guard !bindings.isCurrent else { throw ManifestErrors(replacedWithinBinding: compilation) }
        while true {
            // Under no lock, because code that runs meanwhile may wait for a replacement by another thread.
            guard let successor = try bind(compilation) else { return generation }
            try successor.generation.checkIsSynchronous(after: successor.predecessor)
            if publish(successor) { return successor.generation }
            // Another generation was published meanwhile.
        }
    }

    /// Binds other manifests; `nil` if they mean the same as the current generation.
    package func bind(_ compilation: Compilation) throws(ManifestErrors) -> Successor? {
        bindings.begin()
        defer { bindings.end() }
        let current = generation
        guard compilation.hasErrors || compilation.digest != current.digest else { return nil }
        // A candidate generation already has a number.
        let last = snapshots.current.candidate?.generation.number ?? current.number
        let generation = try Generation.bind(
            compilation, to: registry, runtime: runtime, after: current, number: last + 1)
        return Successor(generation: generation, predecessor: current)
    }

    /// The warnings of manifests with the same meaning as the current generation, at their places in `compilation`.
    package func warnings(of compilation: Compilation) -> [Diagnostic] {
        let current = generation
        if compilation.sources.areSame(as: current.sources) { return current.warnings }
        // Another layout has moved them, and binding gives their new places.
        bindings.begin()
        defer { bindings.end() }
        let moved = try? Generation.bind(compilation, to: registry, runtime: runtime, after: current)
        return moved?.warnings ?? compilation.diagnostics
    }

    /// Publishes a successor. Returns false if another generation was published since it was bound. Then the modules
    /// that were made for it are retired.
    package func publish(_ successor: Successor) -> Bool {
        let isPublished = exclusively {
            guard generation === successor.predecessor else { return false }
            commit(successor)
            return true
        }
        if !isPublished { discard(successor.generation) }
        return isPublished
    }

    /// The number of generations that run opens, including the current one.
    package var generationsLive: Int { runtime.lives.count + (snapshots.current.candidate == nil ? 0 : 1) }

    /// The sum of the numbers of the generations that answer: the current one, and a candidate. It changes with them.
    package var answeringNumbers: Int {
        let snapshot = snapshots.current
        return snapshot.generation.number + (snapshot.candidate?.generation.number ?? 0)
    }

    /// The templates of their routes, as metrics name them: `/notes/{id}`.
    package var answeringTemplates: Set<String> {
        Set(answeringBoundRoutes.flatMap { $0.patterns.map(\.template) })
    }

    /// The ids of their routes.
    package var answeringRoutes: Set<String> { Set(answeringBoundRoutes.map(\.id)) }

    private var answeringBoundRoutes: [BoundRoute] {
        let snapshot = snapshots.current
        return snapshot.generation.bound.routes + (snapshot.candidate?.generation.bound.routes ?? [])
    }

    /// Runs `body` while nothing else is published. The replaced generation is released after the lock, because this
    /// may run code that replaces manifests.
    func exclusively<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let before = snapshots.current
        defer { withExtendedLifetime(before) {} }
        return try replacing.withLock { _ throws(E) in try body() }
    }

    /// Replaces what serves: the current generation, and the candidate unless it is the one that is published.
    ///
    /// A candidate uses modules of the current generation. So it is superseded first, and these are retired after the opens of
    /// both.
    func commit(_ successor: Successor) {
        let generation = successor.generation
        let predecessor = successor.predecessor
        let candidate = snapshots.current.candidate?.generation
        snapshots.update { Snapshot(generation, overlay: $0.overlay.under(generation.table.settings)) }
        if let candidate, candidate !== generation { supersede(candidate, by: [generation, predecessor]) }
        supersede(predecessor, by: [generation])
    }

    private func supersede(_ former: Generation, by successors: [Generation]) {
        runtime.lives.supersede(former, by: successors, drain: options.drainTimeout, timer: runtime.timer)
    }
}

/// The threads that are binding manifests. Binding is synchronous, and runs registered code.
final class BindingThreads: Sendable {
    private let threads = Mutex<Set<ThreadID>>([])

    var isCurrent: Bool { threads.withLock { $0.contains(ThreadID.current) } }

    func begin() { threads.withLock { _ = $0.insert(ThreadID.current) } }

    func end() { threads.withLock { _ = $0.remove(ThreadID.current) } }
}

extension ManifestErrors {
    /// F011.
    fileprivate init(replacedWithinBinding compilation: Compilation) {
        let place = SourceSpan.startOfFile()
        let diagnostic = Diagnostic(
            .nestedReplacement, at: place, "manifests cannot be replaced while manifests are being bound",
            help: "replace them after the binding; code that decodes 'with' must not replace manifests")
        let sources = compilation.sources.isEmpty ? [SourceFile(path: "manifests", bytes: [])] : compilation.sources
        self.init(diagnostics: [diagnostic], sources: sources)
    }
}
