import Foundation
import Synchronization
import Waybill
import WaybillReload

/// Opens while a set of 5,000 routes is changed on disk and reloaded twice a second, against the same opens without
/// changes.
///
/// An open is due every fifth of a millisecond, whether the previous one has ended or not, and its latency counts from
/// then. So an open that waits for a busy thread or core is slow, and so are those after it. Seconds with and without
/// reloads alternate.
struct ReloadTail {
    private let workload = ManifestWorkload(routes: 5_000, files: 25)
    private let interval = Duration.microseconds(200)

    func claims(rounds: Int = 15) async throws -> [Claim] {
        let folder = try workload.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let reloader = try workload.makeReloader(folder, workload.registry)
        let before = reloader.router.generation.number
        var (idle, busy): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            idle.append(try await slowest(reloader.router))
            let reloading = Reloading(reloader, "\(folder)/\(workload.texts[0].path)", workload.texts[0].text)
            busy.append(try await slowest(reloader.router))
            try await reloading.end()
        }
        let ratios = zip(busy, idle).map(/).sorted()
        let published = reloader.router.generation.number - before
        return [
            Claim(
                name: "99 % of opens during \(published / rounds) reloads a second of 5,000 routes",
                figure: "within \((busy.sorted()[rounds / 2] * 10).rounded() / 10) µs", ratio: ratios[rounds / 2],
                peer: "without, \((idle.sorted()[rounds / 2] * 10).rounded() / 10) µs", goal: "at most 1.3")
        ]
    }

    /// One second of opens; their 99th percentile, in microseconds.
    private func slowest(_ router: Router) async throws -> Double {
        let clock = ContinuousClock()
        var times: [Duration] = []
        var due = clock.now
        for index in 0..<5_000 {
            due += interval
            while clock.now < due {}
            _ = try await router.open(workload.url(ofRoute: index * 7 % workload.routes), method: "GET")
            times.append(clock.now - due)
        }
        return times.sorted()[times.count * 99 / 100] / .microseconds(1)
    }
}

/// Changes a file and has it reloaded, twice a second, until it is cancelled.
private final class Reloading: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let task = Mutex<Task<Void, any Error>?>(nil)

    init(_ reloader: Reloader, _ path: String, _ text: String) {
        task.withLock { $0 = Task { try await run(reloader, path, text) } }
    }

    func end() async throws {
        isOver.store(true, ordering: .relaxed)
        try await task.withLock { $0 }?.value
    }

    private func run(_ reloader: Reloader, _ path: String, _ text: String) async throws {
        let clock = ContinuousClock()
        var due = clock.now
        while !isOver.load(ordering: .relaxed) {
            due += .milliseconds(500)
            let number = reloader.router.generation.number
            let new = text.replacing("api]", with: "api, edition-\(number)]", maxReplacements: 1)
            try Data(new.utf8).write(to: URL(filePath: path))
            let attempt = await reloader.reload(trigger: .files)
            precondition(attempt.result == .published, "the workload has mistakes")
            try await clock.sleep(until: due)
        }
    }
}
