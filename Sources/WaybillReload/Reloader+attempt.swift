import Waybill

/// One attempt, step by step: read and compile, guard, bind, prepare, publish, keep. Attempts never overlap.
extension Reloader {
    /// Why no attempt can be made now.
    enum Delay: Error {
        /// A file is being written.
        case writing
        /// A file is empty, or gone: perhaps it is just being replaced.
        case suspicion
    }

    /// Makes an attempt, if whole files can be read and none is suspicious.
    /// - Parameters:
    ///   - isPatient: Whether an empty or a missing file is a reason to wait, and not a fact.
    ///   - readsAll: Whether files are read even where they look as they did: who asks may know better, and a poll knows.
    func attempt(
        _ trigger: ReloadTrigger, _ demand: ReloadDemand = ReloadDemand(), isPatient: Bool = false,
        ignoringHolders: Bool = false, readsAll: Bool = true
    ) async -> Result<ReloadAttempt, Delay> {
        let watch = Stopwatch(clock)
        do throws(Delay) {
            let compilation = try compileWhole(ignoringHolders: ignoringHolders, readsAll: readsAll)
            if isPatient, isSuspicious(compilation.sources) { throw .suspicion }
            return .success(await apply(compilation, trigger, demand, watch))
        } catch {
            // The same files are worth another look.
            if error == .suspicion { lastSeen = Seen(included: lastSeen.included) }
            return .failure(error)
        }
    }

    /// The steps from compiled manifests to what serves. A fault in any of them leaves all as it is.
    private func apply(
        _ compilation: Compilation, _ trigger: ReloadTrigger, _ demand: ReloadDemand, _ watch: Stopwatch
    ) async -> ReloadAttempt {
        do throws(Refusal) {
            try check(demand)
            let compilation = options.tested(compilation)
            try check(compilation, demand)
            try checkQuarantine(compilation)
            let (generation, isNew) = try await publish(compilation)
            keep(compilation)
            return record.noteSuccess(
                trigger, of: compilation, serving: generation, isReady: options.isReady(generation), isNew: isNew,
                seconds: watch.seconds)
        } catch {
            return record.noteFailure(trigger, error, serving: router.generation, seconds: watch.seconds)
        }
    }

    // MARK: Steps

    /// What the files say, if nobody was writing and nothing changed meanwhile: compiling reads what they include.
    ///
    /// The kernel tells of a write only after the bytes are there to be read, so events alone leave a gap. Whoever wrote
    /// them either has the file open still, which the kernel is asked for, or has closed it, and then it has told.
    private func compileWhole(ignoringHolders: Bool, readsAll: Bool) throws(Delay) -> Compilation {
        for _ in 0..<8 {
            let before = watcher.mark()
            guard before.openWrites == 0 else { throw .writing }
            let compilation = Compilation.compile(
                files: options.read(paths, since: readsAll ? [] : lastSeen.files ?? []), environment: environment,
                known: known, purpose: .load)
            let included = included(by: compilation)
            watcher.follow(included)
            let changed = lastSeen.changed(in: compilation.sources).map(\.path)
            let isFree = ignoringHolders || OpenWriters.firstPresent(in: changed) == nil
            let files = options.read(paths + included, since: compilation.sources).files
            guard watcher.mark() == before, isWhole(compilation.sources, files) else { continue }
            guard isFree else { throw .writing }
            lastSeen = Seen(mark: before, files: files, included: included)
            return compilation
        }
        throw .writing
    }

    private func check(_ demand: ReloadDemand) throws(Refusal) {
        let digest = router.generation.digest
        guard let wanted = demand.ifMatch, wanted != digest, wanted != "*" else { return }
        throw Refusal(.precondition, "\(digest) serves, not \(wanted)")
    }

    /// The guards: a set has to be sound, and may not have lost too much.
    private func check(_ compilation: Compilation, _ demand: ReloadDemand) throws(Refusal) {
        guard !compilation.hasErrors else { throw Refusal(compilation.diagnostics, compilation.sources) }
        let (old, new) = (router.generation.set.routes.count, compilation.set.routes.count)
        guard !demand.acceptsLoss, let objection = options.shrinkGuard?.objection(from: old, to: new) else { return }
        throw Refusal(.shrunk, objection + "; ask for the reload, accepting the loss, where it is meant")
    }

    /// Binds, prepares and publishes: until the last moment nothing is to be seen of it.
    private func publish(
        _ compilation: Compilation
    ) async throws(Refusal) -> (generation: Generation, isNew: Bool) {
        for _ in 0..<3 {
            guard let successor = try bind(compilation) else { return (router.generation, false) }
            try await prepare(successor)
            if let generation = try await publish(successor) { return (generation, true) }
            // Somebody else has published meanwhile.
            router.discard(successor)
        }
        throw Refusal(.busy, "others publish all the time")
    }

    /// Publishes at once, or after a trial; nil where somebody else has published meanwhile.
    private func publish(_ successor: Successor) async throws(Refusal) -> Generation? {
        guard let canary = options.canary else { return router.publish(successor) ? successor.generation : nil }
        let terms = TrialTerms(share: canary.share, bound: canary.bound, leastOpens: canary.leastOpens)
        guard let trial = router.begin(successor, on: terms) else { return nil }
        record.emit(.trying(trial.generation.number))
        let passes = await trial.passes(within: canary.window, clock: clock)
        guard let generation = router.end(trial, publishing: passes) else { return nil }
        if passes { return generation }
        if !Task.isCancelled { quarantine = trial.generation.digest }
        throw Refusal(.trial, "\(trial.summary); what served before serves as generation \(generation.number)")
    }

    private func checkQuarantine(_ compilation: Compilation) throws(Refusal) {
        guard let quarantine else { return }
        guard compilation.digest == quarantine else {
            self.quarantine = nil
            return
        }
        throw Refusal(.quarantined, "this set failed on trial; change it to have it tried again")
    }

    private func bind(_ compilation: Compilation) throws(Refusal) -> Successor? {
        do throws(ManifestErrors) { return try router.bind(compilation) } catch {
            throw Refusal(error.diagnostics, error.sources)
        }
    }

    private func prepare(_ successor: Successor) async throws(Refusal) {
        let limits = PreparationLimits(module: options.moduleDeadline, total: options.preparationDeadline)
        do throws(ManifestErrors) { try await router.prepare(successor, within: limits) } catch {
            throw Refusal(error.diagnostics, error.sources)
        }
    }

    /// Keeps a set that serves on disk.
    private func keep(_ compilation: Compilation) {
        guard let lastGood, savedDigest != compilation.digest else { return }
        do {
            try lastGood.save(ManifestArchive(digest: compilation.digest, sources: compilation.sources))
            savedDigest = compilation.digest
        } catch {
            record.noteUnsaved(error, at: lastGood.path)
        }
    }

    // MARK: Questions

    /// Whether a file is empty, or one that serves is gone.
    private func isSuspicious(_ sources: [SourceFile]) -> Bool {
        if sources.contains(where: \.isBlank) { return true }
        let (served, present) = (router.generation.sources.map(\.path), sources.filter(\.isReadable).map(\.path))
        return !record.isStale && served != present && !Set(present).isSuperset(of: served)
    }

    /// What is read only because a file says so: files that are included, and folders in which includes search.
    private func included(by compilation: Compilation) -> [String] {
        (compilation.sources.map(\.path) + compilation.searchedFolders).filter { !isGiven($0) }
    }

    /// An attempt that failed because somebody keeps a file open for writing.
    func giveUp(_ trigger: ReloadTrigger) -> ReloadAttempt {
        let files = filesNow(with: lastSeen.included).map(\.path)
        let path = watcher.openPaths().first ?? OpenWriters.firstPresent(in: files) ?? paths.first ?? ""
        let diagnostic = Diagnostic(
            .unreadableFile, at: SourceSpan(file: 0, start: 0, end: 0), "'\(path)' is still being written",
            help: "close the file, and it is read by itself")
        var refusal = Refusal(.busy, "a file is still being written")
        refusal.diagnostics = [diagnostic]
        refusal.sources = [SourceFile(path: path, bytes: [])]
        return record.noteFailure(trigger, refusal, serving: router.generation, seconds: 5)
    }

    // MARK: Files

    func filesNow(with included: [String]) -> [SourceFile] { options.read(paths + included).files }

    /// Whether the files are what was compiled, byte for byte: the one proof where there are no events. An include may search
    /// in a folder that holds more.
    private func isWhole(_ sources: [SourceFile], _ files: [SourceFile]) -> Bool {
        if Self.areSame(sources, files) { return true }
        let now = Dictionary(files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        let compiled = Set(sources.map(\.path))
        return sources.allSatisfy { !$0.isReadable || now[$0.path] == $0.bytes }
            && files.allSatisfy { compiled.contains($0.path) || !isGiven($0.path) }
    }

    /// Whether a path is one of the set's own, or lies in one of its folders.
    private func isGiven(_ file: String) -> Bool {
        paths.contains { path in
            guard file.hasPrefix(path) else { return false }
            return file.utf8.count == path.utf8.count || path.hasSuffix("/")
                || file.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
        }
    }

    /// Whether two readings say the same.
    static func areSame(_ files: [SourceFile], _ others: [SourceFile]) -> Bool {
        files.count == others.count && zip(files, others).allSatisfy { $0.isSame(as: $1) }
    }
}
