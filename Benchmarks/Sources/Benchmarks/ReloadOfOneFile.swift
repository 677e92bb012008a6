import Foundation
import Logging
import Waybill
import WaybillManifest
import WaybillReload

/// The time until one changed file of many is published, against a load of all of them.
///
/// A load reads, checks, compiles and binds all files, as at a start. A reload begins, as with the watcher, when the
/// changed file is on disk, and ends when the new generation is current. Both alternate. There are several realistic
/// kinds of changes, and the slowest kind counts.
struct ReloadOfOneFile {
    private let workload = ManifestWorkload(routes: 10_000, files: 200)

    /// One kind of change to a file's text, different in each round.
    private struct Change {
        var name: String
        var apply: @Sendable (_ text: String, _ round: Int) -> String
    }

    private let changes = [
        Change(name: "a tag") { $0.replacing("api]", with: "api, edition-\($1)]", maxReplacements: 1) },
        Change(name: "a pattern") { $0.replacing("/:id\n", with: "/:id/edition-\($1)\n", maxReplacements: 1) },
        Change(name: "a new route") { text, round in
            text + "  - url: /edition/\(round)/:id\n    handler: \(handler)\n    tags: [api]\n"
        },
        Change(name: "a route less") { text, round in
            let entries = text.components(separatedBy: "  - id: ")
            let dropped = 1 + round % (entries.count - 1)
            return entries.indices.filter { $0 != dropped }.map { entries[$0] }.joined(separator: "  - id: ")
        },
    ]

    private static let handler = "catalogueShow0"

    func claims(rounds: Int = 15) async throws -> [Claim] {
        let folder = try workload.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let registry = workload.registry
        let reloader = try workload.makeReloader(folder, registry)
        let clock = ContinuousClock()
        // A file that was just written is read again each time, because its timestamp cannot prove that it is
        // unchanged.
        try await clock.sleep(for: .seconds(3))
        var loads: [Duration] = []
        var reloads = [[Duration]](repeating: [], count: changes.count)
        for round in 1...rounds {
            // Alternating, because the first one finds the processor's caches filled with the load's data.
            for kind in changes.indices.map({ ($0 + round) % changes.count }) {
                let change = changes[kind]
                // A file that was written less than two seconds ago is read again: the same few files change again and
                // again.
                let file = workload.texts[kind * 47]
                let path = "\(folder)/\(file.path)"
                reloads[kind].append(try await reload(reloader, path, change.apply(file.text, round)))
                _ = try await reload(reloader, path, file.text)
            }
            let start = clock.now
            let router = try Router(manifests: folder, registry: registry)
            loads.append(clock.now - start)
            precondition(router.generation.set.routes.count == workload.routes)
        }
        let load = loads.sorted()[rounds / 2] / .milliseconds(1)
        return zip(changes, reloads).map { change, times in
            let time = times.sorted()[rounds / 2] / .milliseconds(1)
            return Claim(
                name: "\(change.name) in one of 200 files, 10,000 routes, live",
                figure: "\((time * 10).rounded() / 10) ms",
                ratio: time / load, peer: "a load of all, \((load * 10).rounded() / 10) ms", goal: "at most 0.6")
        }
    }

    /// Writes a file, and returns the time until it is published.
    private func reload(_ reloader: Reloader, _ path: String, _ text: String) async throws -> Duration {
        try Data(text.utf8).write(to: URL(filePath: path))
        let clock = ContinuousClock()
        let start = clock.now
        let attempt = await reloader.reload(trigger: .files)
        precondition(attempt.result == .published, "the workload has mistakes")
        return clock.now - start
    }
}

extension ManifestWorkload {
    /// A router with all handlers that the routes name.
    var registry: Registry {
        var registry = Registry()
        for name in handlers { registry.handler(name) { _ in 1 } }
        return registry
    }

    /// A follower of the files in a folder, which reads on request.
    func makeReloader(_ folder: String, _ registry: Registry) throws -> Reloader {
        let router = try Router(manifests: folder, registry: registry)
        var options = ReloadOptions()
        options.prefersPolling = true
        let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        return Reloader(router: router, manifests: [folder], logger: logger, options: options)
    }
}
