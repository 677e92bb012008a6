import Synchronization
import Testing
import Waybill
import WaybillTesting

@Suite("Conformance suites find problems")
struct ConformanceTests {
    @Test("An interceptor that stops what it should pass, or passes what it should stop, is reported")
    func interceptors() async {
        let gate: InterceptorBody = { request, next in
            if request["token"] == nil { return try next.answer(with: "closed") }
            return try await next(request)
        }
        #expect(await Conformance.check(interceptor: gate, passing: ["/a?token=1"], stopping: ["/a"]).isEmpty)
        let wrong = await Conformance.check(interceptor: gate, passing: ["/a"], stopping: ["/a?token=1"])
        #expect(wrong == ["/a: it does not call 'next'", "/a?token=1: it calls 'next'"])
        let twice = await Conformance.check(
            interceptor: { request, next in
                _ = try await next(request)
                return try await next(request)
            }, passing: ["/a"])
        #expect(twice == ["/a: interceptor 'tested' called `next` twice, or after it returned"])
    }

    private struct Crash: Error, CustomStringConvertible { var description: String { "it crashed" } }

    @Test("An interceptor that throws is not rejecting, unless the error is declared to be a rejection")
    func throwing() async {
        let crash: InterceptorBody = { _, _ in throw Crash() }
        let problems = await Conformance.check(interceptor: crash, passing: ["/a"], stopping: ["/b"])
        #expect(
            problems == [
                "/a: it does not call 'next': it crashed", "/b: it throws an error that is not a refusal: it crashed",
            ])
        let refused = await Conformance.check(
            interceptor: crash, passing: [], stopping: ["/b"], refusing: { $0 is Crash })
        #expect(refused.isEmpty)
        let reject: InterceptorBody = { _, _ in throw RoutingError.rejected(by: "it", reason: "closed", status: 403) }
        #expect(await Conformance.check(interceptor: reject, passing: [], stopping: ["/b"]).isEmpty)
    }

    @Test("An interceptor that passes on and then throws has passed on")
    func late() async {
        let late: InterceptorBody = { request, next in
            _ = try await next(request)
            throw Crash()
        }
        let problems = await Conformance.check(
            interceptor: late, passing: ["/a"], stopping: ["/b"], refusing: { $0 is Crash })
        #expect(problems == ["/a: it calls 'next', and then throws: it crashed", "/b: it calls 'next'"])
    }

    @Test("An interceptor that never decides is reported, and so is one that hides its second decision")
    func undecided() async {
        let hanging: InterceptorBody = { _, next in
            try await Task.sleep(for: .seconds(3600))
            return try next.answer(with: nil)
        }
        let problems = await Conformance.check(
            interceptor: hanging, passing: ["/a"], stopping: ["/b"], within: .milliseconds(1))
        #expect(problems.count == 2 && problems.allSatisfy { $0.contains("did not finish within 0.001 seconds") })
        let hiding: InterceptorBody = { request, next in
            let outcome = try await next(request)
            _ = try? await next(request)
            return outcome
        }
        #expect(
            await Conformance.check(interceptor: hiding, passing: ["/a"])
                == ["/a: interceptor 'tested' called `next` twice, or after it returned"])
    }

    @Test("An interceptor that changes the result has passed on, and one without URLs is not checked")
    func changed() async {
        let changing: InterceptorBody = { request, next in
            var outcome = try await next(request)
            outcome.destination = "changed"
            return outcome
        }
        #expect(await Conformance.check(interceptor: changing, passing: ["/a"]).isEmpty)
        #expect(await Conformance.check(interceptor: changing, passing: []) == ["there are no URLs to check"])
    }

    @Test("A registered interceptor is checked with its configuration, and a wrong one is reported")
    func configured() async {
        struct Words: Decodable { var words: [String] }
        var registry = Registry()
        registry.interceptor("it's one of", configuration: Words.self) { request, next, allowed in
            guard allowed.words.contains(request["word"] ?? "") else { return try next.answer(with: nil) }
            return try await next(request)
        }
        func problems(_ configuration: String) async -> [String] {
            await Conformance.check(
                interceptor: "it's one of", with: configuration, registry: registry, passing: ["/?word=a"],
                stopping: ["/?word=c", "/"])
        }
        #expect(await problems("words: [a, b]").isEmpty)
        #expect(await problems("words:\n  - a\n  - b").isEmpty)
        #expect(await problems("{ words: [b] }") == ["/?word=a: it does not call 'next'"])
        #expect(await problems("word: a").first?.contains("F008") == true)
    }

    @Test("An adapter that loses something, or shares what must be separate, is reported")
    func adapters() {
        let numbers = Mutex(0)
        let make: () -> Int = {
            numbers.withLock { number in
                number += 1
                return number
            }
        }
        #expect(Conformance.check(adapter: { "\($0)" }, of: make, keeps: { "\($0)" == $1 }).isEmpty)
        #expect(
            Conformance.check(adapter: { (_: Int) in "lost" }, of: make, keeps: { "\($0)" == $1 })
                == [
                    "the adapted object is not the same as the original",
                    "a second adapted object is not the same as its original",
                    "adapting another object changed the first",
                ])
    }

    @Test("Several manifests are in the code, and their errors name the file")
    func manifests() {
        let error = #expect(throws: ManifestErrors.self) {
            try Router(manifests: ["a.yaml": "waybill: 1\n", "b.yaml": "waybill: 1\nroutes: [{ url: /a, handler: h }]"])
        }
        #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("b.yaml:2:30: error: no handler 'h' is registered"))
    }
}
