#if Configuration
    public import Configuration
    import Foundation
    public import ServiceLifecycle
    import Synchronization
    import SystemPackage

    /// A provider of a folder with one file for each value, as systems for secrets mount it, that follows rotation.
    ///
    /// ```swift
    /// let secrets = try await MountedSecrets(folder: "/run/secrets")
    /// let configuration = ConfigReader(providers: [EnvironmentVariablesProvider(), secrets])
    /// let waybill = try await WaybillService(registry: registry, configuration: configuration, logger: logger)
    /// try await ServiceGroup(services: [secrets, waybill, server], logger: logger).run()
    /// ```
    ///
    /// `DirectoryFilesProvider` reads its folder once, and skips links, as which Kubernetes mounts each file (swift-configuration 1.4). This one makes a new `DirectoryFilesProvider` when the
    /// contents have changed; names of files and secrecy are as there. All values of a snapshot are of one reading. If the folder cannot
    /// be read, the last values stay.
    public final class MountedSecrets: ConfigProvider, Service {
        private let folder: String
        private let interval: Duration
        private let state: Mutex<State>

        private struct State {
            var contents: [String: Data]
            var provider: DirectoryFilesProvider
            var watchers: [Int: AsyncStream<any ConfigSnapshot>.Continuation] = [:]
            var nextWatcher = 0
        }

        /// Reads the folder.
        ///
        /// - Parameter interval: How often ``run()`` looks whether the contents have changed.
        /// - Throws: If the folder cannot be read.
        public init(folder: String, interval: Duration = .seconds(1)) async throws {
            (self.folder, self.interval) = (folder, interval)
            let contents = try Self.contents(of: folder)
            state = Mutex(State(contents: contents, provider: try await Self.provider(of: folder)))
        }

        /// Kubernetes mounts links to the files of `..data`, which is replaced as a whole; the provider skips links.
        private static func place(of folder: String) -> String {
            let data = "\(folder)/..data"
            return FileManager.default.fileExists(atPath: data) ? data : folder
        }

        private static func provider(of folder: String) async throws -> DirectoryFilesProvider {
            try await DirectoryFilesProvider(directoryPath: FilePath(place(of: folder)))
        }

        private static func contents(of folder: String) throws -> [String: Data] {
            let place = place(of: folder)
            let names = try FileManager.default.contentsOfDirectory(atPath: place).filter { !$0.hasPrefix(".") }
            return names.reduce(into: [:]) { all, name in
                all[name] = FileManager.default.contents(atPath: "\(place)/\(name)")
            }
        }

        /// Follows the folder until it is cancelled or the service group shuts down.
        public func run() async throws {
            await cancelWhenGracefulShutdown {
                while (try? await Task.sleep(for: self.interval)) != nil { await self.refresh() }
            }
        }

        /// Reads the folder again if its contents have changed.
        func refresh() async {
            guard let before = try? Self.contents(of: folder), before != state.withLock(\.contents),
                let provider = try? await Self.provider(of: folder),
                // The folder may have been replaced between both readings.
                let after = try? Self.contents(of: folder), after == before
            else { return }
            state.withLock { state in
                (state.contents, state.provider) = (after, provider)
                for watcher in state.watchers.values { watcher.yield(provider.snapshot()) }
            }
        }

        private var current: DirectoryFilesProvider { state.withLock(\.provider) }

        // MARK: ConfigProvider

        public var providerName: String { "MountedSecrets[\(folder)]" }

        public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
            try current.value(forKey: key, type: type)
        }

        public func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
            await refresh()
            return try value(forKey: key, type: type)
        }

        public func watchValue<Return: ~Copyable>(
            forKey key: AbsoluteConfigKey, type: ConfigType,
            updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws
                -> Return
        ) async throws -> Return {
            let (number, snapshots) = watch()
            defer { endWatch(number) }
            return try await updatesHandler(
                ConfigUpdatesAsyncSequence(
                    snapshots.map { snapshot in Result { try snapshot.value(forKey: key, type: type) } }))
        }

        public func snapshot() -> any ConfigSnapshot { current.snapshot() }

        public func watchSnapshot<Return: ~Copyable>(
            updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
        ) async throws -> Return {
            let (number, snapshots) = watch()
            defer { endWatch(number) }
            return try await updatesHandler(ConfigUpdatesAsyncSequence(snapshots))
        }

        private func watch() -> (number: Int, snapshots: AsyncStream<any ConfigSnapshot>) {
            let (stream, continuation) = AsyncStream<any ConfigSnapshot>.makeStream(
                bufferingPolicy: .bufferingNewest(1))
            let number = state.withLock { state in
                defer { state.nextWatcher += 1 }
                state.watchers[state.nextWatcher] = continuation
                continuation.yield(state.provider.snapshot())
                return state.nextWatcher
            }
            return (number, stream)
        }

        private func endWatch(_ number: Int) {
            state.withLock { $0.watchers.removeValue(forKey: number) }?.finish()
        }
    }
#endif
