import Foundation
import Synchronization
import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillTable
import WaybillTestSupport

/// Readers during replacements. `Scripts/tsan.sh readers` runs it for a minute, under ThreadSanitizer; here a moment is
/// enough.
@Suite("Readers and a writer at full speed", .timeLimit(.minutes(5)))
struct ReaderWriterTests {
    private static let seconds = ProcessInfo.processInfo.environment["WAYBILL_READERS"].flatMap(Double.init)

    private struct Edition: Decodable, Sendable {
        var edition: Int
    }

    /// Four sets that differ in every property that is read.
    private static let compilations = (0..<4).map { edition in
        compile(
            """
            protocols: { Edited: }
            modules: { edited: { provides: [Edited], with: { edition: \(edition) } } }
            interceptors: { note: { url: /a, use: note, with: { edition: \(edition) } } }
            routes:
              - { url: /a, handler: read, with: { edition: \(edition) } }
            """ + (0..<edition).map { "\n  - { url: /more/\($0), handler: read, with: { edition: 0 } }" }.joined())
    }

    private func router() throws -> Router {
        var registry = Registry()
        registry.register("edited") { (context: MakeContext<Edition>) in
            EditedThing(edition: context.configuration.edition)
        }
        .provides((any Edited).self) { $0 }
        registry.interceptor("note", configuration: Edition.self) { request, next, edition in
            var request = request
            request.parameters["edition"] = "\(edition.edition)"
            return try await next(request)
        }
        registry.handler("read", configuration: Edition.self) { request, edition in
            let made = try request.make(Routable<any Edited>()).edition
            return "\(made) \(request["edition"] ?? "") \(edition.edition)"
        }
        return try Router(compilation: Self.compilations[0], registry: registry)
    }

    @Test("Every read gets one complete generation, and none is older than the previous one")
    func whole() async throws {
        let (router, tally) = (try router(), Tally())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { await onThread { Self.read(router, tally) } }
                group.addTask { await Self.open(router, tally) }
            }
            await onThread { Self.write(router, tally) }
        }
        let generation = router.generation.number
        #expect(tally.faults.load(ordering: .relaxed) == 0)
        #expect(tally.reads.load(ordering: .relaxed) > 0)
        guard let seconds = Self.seconds else { return }
        print("readers: \(tally.reads.load(ordering: .relaxed)) reads of \(generation) generations in \(seconds) s")
    }

    private final class Tally: Sendable {
        let isOver = Atomic<Bool>(false)
        let reads = Atomic<Int>(0)
        let faults = Atomic<Int>(0)

        /// Logs a read of a generation, and returns the minimum number of the next one.
        func note(_ number: Int, after last: Int, isWhole: Bool) -> Int {
            reads.wrappingAdd(1, ordering: .relaxed)
            if !isWhole || number < last { faults.wrappingAdd(1, ordering: .relaxed) }
            return number
        }
    }

    /// The compilation of a generation.
    private static func edition(_ number: Int) -> Int { (number - 1) % compilations.count }

    private static func isWhole(_ generation: Generation) -> Bool {
        let edition = edition(generation.number)
        return generation.digest == compilations[edition].digest && generation.table.routes.count == edition + 1
            && generation.set.routes.count == edition + 1
    }

    private static func write(_ router: Router, _ tally: Tally) {
        let start = ContinuousClock.now
        for number in 1... {
            let isEnough = number > 400 && tally.reads.load(ordering: .relaxed) > 400
            guard !(seconds.map { ContinuousClock.now - start > .seconds($0) } ?? isEnough),
                (try? router.replace(with: compilations[number % compilations.count])) != nil
            else { break }
        }
        tally.isOver.store(true, ordering: .relaxed)
    }

    private static func read(_ router: Router, _ tally: Tally) {
        var last = 0
        while !tally.isOver.load(ordering: .relaxed) {
            let generation = router.generation
            last = tally.note(generation.number, after: last, isWhole: isWhole(generation))
            let made = try? router.make(Routable<any Edited>()).edition
            let resolved = try? router.resolve("/a")
            last = tally.note(
                resolved?.generation ?? 0, after: last, isWhole: made.map((0..<4).contains) == true)
        }
    }

    private static func open(_ router: Router, _ tally: Tally) async {
        var last = 0
        while !tally.isOver.load(ordering: .relaxed) {
            let outcome = try? await router.open("/a")
            let number = outcome?.generation ?? 0
            let edition = edition(number)
            let text = "\(edition) \(edition) \(edition)"
            last = tally.note(number, after: last, isWhole: outcome?.destination as? String == text)
        }
    }
}

private protocol Edited: Sendable { var edition: Int { get } }
private struct EditedThing: Edited { var edition: Int }
extension Routable where P == any Edited { fileprivate init() { self.init(declared: ()) } }

/// Runs `body` on a thread of its own, because Swift's pool has no more threads than there are cores.
private func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            body()
            continuation.resume()
        }
    }
}
