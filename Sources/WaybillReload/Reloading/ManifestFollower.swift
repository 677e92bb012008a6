package import Waybill
import WaybillManifest
package import WaybillRules
import WaybillSyntax

/// Follows the files of a set for a tool without a router: compiles them whenever they have stopped changing.
package struct ManifestFollower: Sendable {
    private let paths: [String]
    private let environment: Environment
    private let options: ReloadOptions

    /// - Parameters:
    ///   - paths: The files and folders of the set.
    ///   - environment: The values for `${NAME}` in `with:`. Other variables are not known, and not reported.
    package init(paths: [String], environment: [String: String], options: ReloadOptions = ReloadOptions()) {
        self.paths = paths
        self.environment = Environment(environment, isComplete: false)
        self.options = options
    }

    /// A set that was read.
    package struct Reading: Sendable {
        package var compilation: Compilation
        package var configuration: LintConfiguration
        package var cost: ReloadCost
    }

    /// Calls `body` with the set, and then after each change of its files or its configuration, until the task is
    /// cancelled.
    package func follow(_ body: @Sendable (Reading) -> Void) async {
        var watcher = SupervisedWatcher(paths: paths, make: options.prefersPolling ? nil : systemWatcher)
        let (ticks, tick) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let cache = CompilationCache()
        var last = Files()
        await withDiscardingTaskGroup { group in
            group.addTask { [wakeups = watcher.wakeups] in for await _ in wakeups { tick.yield() } }
            group.addTask { await poll(tick) }
            tick.yield()
            for await _ in ticks {
                watcher.maintain()
                guard await isSettled(watcher) else { break }
                if let reading = read(&watcher, cache, &last) { body(reading) }
            }
            group.cancelAll()
        }
    }

    /// The system may have no events, and some file systems send none.
    private func poll(_ tick: AsyncStream<Void>.Continuation) async {
        while (try? await Task.sleep(for: options.pollInterval)) != nil { tick.yield() }
        tick.finish()
    }

    /// Waits until nothing has changed for a while, and no file is being written. Returns false if the task is
    /// cancelled.
    private func isSettled(_ watcher: SupervisedWatcher) async -> Bool {
        let watch = Stopwatch(ContinuousClock())
        var seen = watcher.mark()
        while watch.elapsed < options.debounceLimit {
            guard (try? await Task.sleep(for: options.debounce)) != nil else { return false }
            let now = watcher.mark()
            if now == seen, now.openWrites == 0 { return true }
            seen = now
        }
        return true
    }

    /// The files that were read last.
    private struct Files {
        var sources: [SourceFile]?
        var configuration: [UInt8]?
        var mark: WriteLedger.Mark?
    }

    /// Reads the set; `nil` if it has not changed.
    private func read(
        _ watcher: inout SupervisedWatcher, _ cache: CompilationCache, _ last: inout Files
    ) -> Reading? {
        let mark = watcher.mark()
        guard mark != last.mark || watcher.watching.mode != .inotify else { return nil }
        let meter = ReloadMeter()
        let files = ManifestFiles.read(paths: paths, since: last.sources ?? [])
        let reading = SetReading(files: files, environment: environment, cache: cache)
        watcher.follow((reading.sources.map(\.path) + reading.searchedFolders).filter { !$0.isBelow(paths) })
        let configuration = ConfigurationFile.find(from: files.root)
        let isSame =
            last.sources.map { $0.areSame(as: reading.sources) } ?? false
            && last.configuration == configuration?.source.bytes
        last = Files(sources: reading.sources, configuration: configuration?.source.bytes, mark: mark)
        guard !isSame else { return nil }
        let compilation = meter.timing { Compilation.compile(reading, purpose: .check) }
        return Reading(
            compilation: compilation, configuration: compilation.configuration(configuration), cost: meter.cost)
    }
}
