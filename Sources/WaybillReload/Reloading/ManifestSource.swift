package import WaybillSyntax

/// A store from which a reloader takes whole sets instead of reading files.
///
/// A folder needs a watcher, because its files change one by one: the reloader itself proves that a reading of it is whole. A
/// source never has half a set, so the reloader only asks for the newest one.
package protocol ManifestSource: Sendable {
    /// The name of the source in messages, for example `etcd://127.0.0.1:2379/waybill/prod`. It has no password.
    var identity: String { get }

    /// Returns what is known about the source now. It never waits.
    ///
    /// - Parameter digest: The digest of what serves.
    func status(serving digest: String) -> SourceStatus

    /// Returns the newest set. It never waits.
    func snapshot() -> SourceSnapshot

    /// Follows the source until the task is cancelled, and reports to it how a reloader does.
    ///
    /// - Parameters:
    ///   - service: Returns the status of the reloader now.
    ///   - changed: Called whenever the snapshot has changed, once for each; it returns when the set serves or is rejected.
    func follow(
        _ service: @escaping @Sendable () -> ReloadStatus,
        changed: @escaping @Sendable () async -> Void) async

    /// Records the end of an attempt with a snapshot.
    func settle(_ snapshot: SourceSnapshot, _ attempt: ReloadAttempt)
}

/// The newest set of a source, as a whole.
package struct SourceSnapshot: Sendable {
    /// The set's identity in its source; `nil` if no set is known.
    package var id: String?
    /// Why no set is known, in words that follow the name of the source.
    package var reason: String?
    /// The files, in memory.
    package var files: [SourceFile]

    package init(id: String, files: [SourceFile]) {
        (self.id, self.files) = (id, files)
    }

    /// A source that has given no set.
    package init(missing reason: String) {
        (self.reason, files) = (reason, [])
    }
}

extension SourceSnapshot {
    /// Returns the set in memory. Without a set, it has an error at the name of the source.
    func manifests(of identity: String, _ options: ReloadOptions) -> ManifestFiles {
        guard let reason else {
            return ManifestFiles(sources: options.runsTests ? files : files.filter { !$0.isTestFile })
        }
        return ManifestFiles(sources: [.unreadable(path: identity)]) { _, span in
            Diagnostic(
                .unreadableFile, at: span, "\(identity) has no set: \(reason)",
                help: "publish one, or check the address")
        }
    }
}
