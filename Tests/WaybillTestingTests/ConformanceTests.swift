import Synchronization
import Testing
import Waybill
import WaybillTesting

@Suite("Conformance suites find what is wrong")
struct ConformanceTests {
    @Test("An interceptor is found out that stops what it should pass, or passes what it should stop")
    func interceptors() async {
        let gate: InterceptorBody = { request, next in
            if request["token"] == nil { return try next.answer(with: "closed") }
            return try await next(request)
        }
        #expect(await Conformance.check(interceptor: gate, passing: ["/a?token=1"], stopping: ["/a"]).isEmpty)
        let wrong = await Conformance.check(interceptor: gate, passing: ["/a"], stopping: ["/a?token=1"])
        #expect(wrong == ["/a: it does not pass on", "/a?token=1: it passes on"])
        let twice = await Conformance.check(
            interceptor: { request, next in
                _ = try await next(request)
                return try await next(request)
            }, passing: ["/a"])
        #expect(twice == ["/a: it does not pass on: interceptor 'subject' called `next` twice, or after it returned"])
    }

    @Test("An adapter is found out that loses something, or that shares what belongs to one thing")
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

    @Test("Several manifests stand in the code, and their errors say which")
    func manifests() {
        let error = #expect(throws: ManifestErrors.self) {
            try Router(manifests: ["a.yaml": "waybill: 1\n", "b.yaml": "waybill: 1\nroutes: [{ url: /a, handler: h }]"])
        }
        #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("b.yaml:2:30: error: no handler 'h' is registered"))
    }
}
