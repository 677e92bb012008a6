import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

/// One attempt, step by step: read and compile, check, bind, prepare, publish, store. Attempts never overlap.
extension Reloader {
    /// The reason why an attempt must wait.
    enum Delay: Error {
        /// A file is being written.
        case writing
        /// A file is empty or missing: perhaps it is just being replaced.
        case suspicion
    }

    /// Makes an attempt if complete files can be read and none is suspicious.
    /// - Parameter readsAll: Whether files are read even if their size and times have not changed, as for callers and
    ///   polls.
    func attempt(
        _ trigger: ReloadTrigger, _ precondition: ReloadPrecondition = ReloadPrecondition(), readsAll: Bool = true
    ) async -> Result<ReloadAttempt, Delay> {
        let meter = ReloadMeter(clock)
        return await meter.measuring {
            do throws(Delay) {
                if let source { return .success(await attempt(from: source, trigger, precondition, meter)) }
                let compilation = try compileWhole(readsAll: readsAll)
                try checkSuspects(in: compilation.sources)
                return .success(await apply(compilation, trigger, precondition, meter))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Makes an attempt with the newest set of a source, which is always whole. The publisher has compared it with the
    /// set before; this service may have missed some, and a comparison with its own would keep it behind.
    private func attempt(
        from source: any ManifestSource, _ trigger: ReloadTrigger, _ precondition: ReloadPrecondition,
        _ meter: ReloadMeter
    ) async -> ReloadAttempt {
        let snapshot = source.snapshot()
        let reading = SetReading(
            files: snapshot.manifests(of: source.identity, options), environment: variables.snapshot(), cache: cache)
        let compilation = Compilation.compile(reading, purpose: .load)
        lastSeen = Seen(files: reading.sources, digest: compilation.hasErrors ? nil : compilation.digest)
        var precondition = precondition
        (precondition.allowsRemovals, precondition.allowsLostInterceptors) = (true, true)
        let attempt = await apply(compilation, trigger, precondition, meter)
        source.settle(snapshot, attempt)
        return attempt
    }

    /// Ends the attempt if a file is empty, or a file of the current generation is missing, and may be about to be
    /// replaced.
    private func checkSuspects(in sources: [SourceFile]) throws(Delay) {
        let expected = live.map { $0.sources.map(\.path) } ?? []
        suspects.update(
            Suspects.among(sources, expecting: expected, in: paths, without: lastSeen.exclusion), clock)
        guard suspects.areFresh(within: options.replaceGracePeriod) else { return }
        // The same files must be attempted again.
        lastSeen.mark = nil
        throw .suspicion
    }

    /// The steps from compiled manifests to the current generation. A failure in any of them changes nothing.
    private func apply(
        _ compilation: Compilation, _ trigger: ReloadTrigger, _ precondition: ReloadPrecondition, _ meter: ReloadMeter
    ) async -> ReloadAttempt {
        let subject = subject(trigger, compilation)
        do throws(Refusal) {
            try check(precondition)
            let live = live
            let admission = Admission(options: options, withdrawn: withdrawn)
            let root = source == nil ? lastSeen.exclusion.root : nil
            let compilation = try admission.admit(compilation, in: root, over: live, precondition)
            let canary = live == nil ? nil : options.canary
            let (generation, isNew) = try await publish(compilation, trigger, canary: canary)
            withdrawn.removeAll { $0 == generation.digest }
            store(generation)
            return record.recordSuccess(
                subject, of: compilation, current: generation, ServingRemarks(router, reading: compilation),
                isReady: options.isReady(generation), isNew: isNew, isOnDisk: true, cost: meter.cost)
        } catch {
            return record.recordFailure(subject, error, current: router.generation, cost: meter.cost)
        }
    }

    func subject(_ trigger: ReloadTrigger, _ compilation: Compilation) -> AttemptSubject {
        var subject = AttemptSubject(trigger)
        let current = router.generation
        guard !compilation.hasErrors else { return subject }
        subject.digest = compilation.digest
        subject.files = compilation.sources.count
        guard compilation.digest != current.digest else { return subject }
        subject.routes = .routes(from: current.set, to: compilation.set)
        subject.interceptors = .interceptors(from: current.set, to: compilation.set)
        subject.changes = SetChanges.summary(from: current.set, to: compilation.set)
        return subject
    }

    // MARK: Steps

    /// Compiles the files if none of them was being written or changed while they were read. What changes while they are
    /// compiled is for the next attempt, so that a set that never stops changing is live, too.
    ///
    /// The kernel reports a write only after its bytes can be read, so events alone leave a gap. But the writer either
    /// still has the file open, which the kernel reports, or has closed it, which was an event.
    private func compileWhole(readsAll: Bool) throws(Delay) -> Compilation {
        let environment = variables.snapshot()
        // A folder far above may have been replaced without an event, and the new one is not watched yet.
        if readsAll { watcher.replan() }
        for _ in 0..<8 {
            let before = watcher.mark()
            try waitForWriters(of: watcher.openPaths(), unless: .gone)
            // A write without a writer was dropped.
            guard watcher.mark() == before else { continue }
            let set = options.read(paths, since: readsAll ? [] : lastSeen.files ?? [])
            let reading = SetReading(files: set, environment: environment, cache: cache)
            let included = included(by: reading)
            watcher.follow(included)
            let changed = lastSeen.changed(in: reading.sources).map(\.path)
            let writing = Result { () throws(Delay) in try waitForWriters(of: changed, unless: .unknown) }
            let files = options.read(paths + included, since: reading.sources).files
            guard watcher.mark() == before, isWhole(reading.sources, files) else { continue }
            try writing.get()
            let compilation = Compilation.compile(reading, purpose: .load)
            lastSeen = Seen(
                mark: before, files: files, included: included, exclusion: set.exclusion,
                digest: compilation.hasErrors ? nil : compilation.digest)
            pending = PendingWrites()
            record.recordWriters([])
            return compilation
        }
        throw .writing
    }

    /// Ends the attempt if one of the files is being written.
    ///
    /// - Parameter doubt: The state of a file for which the attempt need not wait either.
    private func waitForWriters(of paths: [String], unless doubt: WriteLedger.Writer) throws(Delay) {
        var open: [SourceFile] = []
        for path in paths {
            let writer = OpenWriters.state(of: path)
            if writer == .gone { watcher.endWrite(of: path) }
            if writer != .gone, writer != doubt { open.append(.reading(path)) }
        }
        let held = pending.waiting(for: open, lastRead: lastSeen.files ?? [], clock)
        guard !held.isEmpty else { return }
        record.recordWriters(held, since: pending.watch?.elapsed ?? .zero)
        throw .writing
    }

    func check(_ precondition: ReloadPrecondition) throws(Refusal) {
        guard !hasEnded else { throw Refusal.shuttingDown }
        let digest = router.generation.digest
        guard let expected = precondition.ifMatch, !expected.contains(digest), !expected.contains("*") else { return }
        throw Refusal(
            .precondition,
            "the current digest is \(digest), not \(expected.isEmpty ? "any" : expected.joined(separator: " or "))")
    }

    /// Binds, prepares and publishes. Nothing changes before the last step.
    func publish(
        _ compilation: Compilation, _ trigger: ReloadTrigger, canary: Canary?
    ) async throws(Refusal) -> (generation: Generation, isNew: Bool) {
        for _ in 0..<3 {
            guard let successor = try await prepare(compilation) else { return (router.generation, false) }
            if let generation = try await publish(successor, trigger, canary) { return (generation, true) }
            // Another generation was published meanwhile.
        }
        throw Refusal(.busy, "other generations were published meanwhile; try again")
    }

    /// Publishes at once, or after a canary; `nil` if another generation was published meanwhile.
    private func publish(
        _ successor: Successor, _ trigger: ReloadTrigger, _ canary: Canary?
    ) async throws(Refusal) -> Generation? {
        guard let canary else { return router.publish(successor) ? successor.generation : nil }
        let run = router.startCanary(
            successor, share: canary.share, bound: canary.bound, minimumOpens: canary.minimumOpens,
            onOpen: record.metrics.recordCanaryOpen)
        guard let run else { return nil }
        canaryRun = run
        record.recordCanary(run, trigger, share: canary.share, window: canary.window)
        let passes = await run.passes(within: canary.window, timer: DeadlineTimer(clock))
        canaryRun = nil
        let generation = router.end(run, publishing: passes)
        record.recordCanaryEnd(run, passed: passes)
        guard let generation else { return nil }
        if passes { return generation }
        if !Task.isCancelled { withdraw(run.generation.digest) }
        store(generation)
        let cause = run.isEnded ? "ended by a rollback: " : ""
        throw Refusal(.canary, "\(cause)\(run.summary); rolled back as generation \(generation.number)")
    }

    /// Remembers that a set must not serve until somebody publishes it on purpose.
    func withdraw(_ digest: String) {
        withdrawn.removeAll { $0 == digest }
        // Far more than the sets of one incident.
        withdrawn = (withdrawn + [digest]).suffix(100)
    }

    /// Binds and prepares; `nil` if the current generation already has the set.
    private func prepare(_ compilation: Compilation) async throws(Refusal) -> Successor? {
        do throws(ManifestErrors) {
            guard let successor = try router.bind(compilation) else { return nil }
            try await router.prepare(successor, within: options.preparationLimits)
            return successor
        } catch {
            throw Refusal(error.diagnostics, error.sources)
        }
    }

    /// Stores what serves and what was withdrawn, if one of them has changed.
    func store(_ generation: Generation) {
        record.record(withdrawn: withdrawn)
        guard let lastGood, saved.map({ $0 != (generation.digest, withdrawn) }) ?? true else { return }
        let archive = ManifestArchive(digest: generation.digest, sources: generation.sources)
        do {
            try lastGood.save(StoredState(lastGood: archive, withdrawn: withdrawn))
            saved = (generation.digest, withdrawn)
        } catch {
            record.recordUnsaved(error, at: lastGood.path)
        }
    }

    // MARK: Questions

    /// The paths that are read only because of `include:`: included files, and the folders in which includes search.
    private func included(by reading: SetReading) -> [String] {
        (reading.sources.map(\.path) + reading.searchedFolders).filter { !$0.isBelow(paths) }
    }

    /// Records an attempt that failed because a process keeps a file open for writing, or because the service ends.
    func giveUp(_ trigger: ReloadTrigger, after watch: Stopwatch) -> ReloadAttempt {
        record.recordFailure(
            AttemptSubject(trigger), Task.isCancelled ? .shuttingDown : stillWritten, current: router.generation,
            cost: ReloadCost(seconds: watch.seconds))
    }

    private var stillWritten: Refusal {
        let path = record.writers.first ?? suspects.paths.first ?? paths.first ?? ""
        let diagnostic = Diagnostic(
            .unreadableFile, at: .startOfFile(), "'\(path)' is still being written",
            help: "close the file; then it is reloaded automatically")
        var refusal = Refusal(.busy, "a file is still being written")
        refusal.diagnostics = [diagnostic]
        refusal.sources = [SourceFile(path: path, bytes: [])]
        return refusal
    }

    // MARK: Files

    func filesNow(with included: [String]) -> [SourceFile] { options.read(paths + included).files }

    /// Whether the files are equal to the compiled ones, byte for byte. Without events, this is the only proof. An
    /// include may search in a folder with other files.
    private func isWhole(_ sources: [SourceFile], _ files: [SourceFile]) -> Bool {
        if sources.areSame(as: files) { return true }
        let now = Dictionary(firstOf: files.map { ($0.path, $0.bytes) })
        let compiled = Set(sources.map(\.path))
        return sources.allSatisfy { !$0.isReadable || now[$0.path] == $0.bytes }
            && files.allSatisfy { compiled.contains($0.path) || !$0.path.isBelow(paths) }
    }
}
