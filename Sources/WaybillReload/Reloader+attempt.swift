import Waybill

/// One attempt, from the files to the published generation, without a pause: attempts never overlap.
extension Reloader {
    /// Reads, compiles, binds and publishes. Nil where a file is being written, so that nothing whole can be read.
    func attempt(_ trigger: ReloadTrigger) -> ReloadAttempt? {
        guard let compilation = compileWhole() else { return nil }
        do throws(ManifestErrors) {
            let before = router.generation.number
            let generation = try router.replace(with: options.runsTests ? compilation.tested() : compilation)
            return record.noteSuccess(trigger, of: compilation, serving: generation, since: before)
        } catch {
            return record.noteFailure(trigger, error.diagnostics, in: error.sources)
        }
    }

    /// What the files say, if nobody was writing and nothing changed meanwhile: compiling reads what they include.
    ///
    /// The kernel tells of a write only after the bytes are there to be read, so events alone leave a gap. Whoever wrote
    /// them either has the file open still, which the kernel is asked for, or has closed it, and then it has told.
    private func compileWhole() -> Compilation? {
        for _ in 0..<8 {
            let before = watcher.mark()
            guard before.openWrites == 0 else { return nil }
            let compilation = Compilation.compile(files: read(paths), environment: environment)
            let included = included(by: compilation)
            watcher.follow(included)
            let isFree = OpenWriters.firstPresent(in: compilation.sources.map(\.path)) == nil
            guard watcher.mark() == before else { continue }
            guard isFree else { return nil }
            lastSeen = Seen(mark: before, fingerprint: fingerprint(of: compilation.sources), included: included)
            return compilation
        }
        return nil
    }

    private func read(_ paths: [String]) -> ManifestFiles {
        ManifestFiles.read(paths: paths, readsTests: options.runsTests)
    }

    /// The files that are read only because another one says so.
    private func included(by compilation: Compilation) -> [String] {
        compilation.sources.map(\.path).filter { file in
            !paths.contains { file == $0 || file.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
        }
    }

    /// An attempt that failed because somebody keeps a file open for writing.
    func giveUp(_ trigger: ReloadTrigger) -> ReloadAttempt {
        let files = read(paths + lastSeen.included).files.map(\.path)
        let path = watcher.openPaths().first ?? OpenWriters.firstPresent(in: files) ?? paths.first ?? ""
        let diagnostic = Diagnostic(
            .unreadableFile, at: SourceSpan(file: 0, start: 0, end: 0), "'\(path)' is still being written",
            help: "close the file, and it is read by itself")
        return record.noteFailure(trigger, [diagnostic], in: [SourceFile(path: path, bytes: [])])
    }

    /// A number that differs where the files differ from those of the last attempt.
    func fingerprintNow() -> Int {
        fingerprint(of: read(paths + lastSeen.included).files)
    }

    private func fingerprint(of files: [SourceFile]) -> Int {
        var hasher = Hasher()
        for file in files {
            hasher.combine(file.path)
            hasher.combine(file.bytes)
        }
        return hasher.finalize()
    }
}
