import Foundation
import Logging
import Testing
import WaybillHummingbird
import WaybillReload

@testable import WaybillInspector

@Suite struct InspectionTests {
    @Test func `The table has a row for each pattern, in the order of precedence`() throws {
        let answer = try Subject(notes).ask("routes")
        #expect(answer.total.int == 7 && answer.matched.int == 7)
        #expect(answer.routes.list.map(\.rank.int) == Array(1...7))
        let show = try #require(answer.routes.list.first { $0.url.string == "/notes/:id" })
        #expect(show.id.string == "notes.show" && show.kind.string == "handler" && show.handler.string == "showNote")
        #expect(show.methods.strings == ["GET"] && show.tags.strings == ["api"])
        #expect(show.file.string == "Routes/a.yaml" && show.line.int == 8)
        #expect(show.requests.value == nil)
        let admin = try #require(answer.routes.list.first { $0.id.string == "admin" })
        #expect(admin.interceptors.strings == ["audit", "login"] && admin.partial.strings == ["audit"])
    }

    @Test func `A filter finds rows by its fields, by words, and by what they lack`() throws {
        let subject = Subject(notes)
        #expect(try subject.ids("tag:api").sorted() == ["notes.list", "notes.show", "notes.show"])
        #expect(try subject.ids("tag:ap url:LIST").isEmpty)
        #expect(try subject.ids("method:post").sorted() == ["admin", "editor", "moved", "old"])
        #expect(try subject.ids("interceptor:login") == ["admin"])
        #expect(try subject.ids("-kind:handler").sorted() == ["moved", "old"])
        #expect(try subject.ids("handler:shownote id:notes").count == 2)
        #expect(try subject.ids("app://edit") == ["editor"])
        #expect(try subject.ids("file:a.yaml").count == 7)
        #expect(try subject.ids("nothing").isEmpty)
    }

    @Test func `A page of the table is sorted by any column, in both directions`() throws {
        let subject = Subject(notes, tallies: ["old": .init(requests: 3, errors: 1, last: 1.7e9)])
        let sorted = try subject.ids("", "&sort=id&limit=2&offset=1")
        #expect(sorted == ["editor", "moved"])
        #expect(try subject.ids("", "&sort=requests&order=desc&limit=1") == ["old"])
        let near = try subject.ask("routes?sort=id&limit=2&near=notes.list")
        #expect(near.index.int == 3 && near.offset.int == 2)
        #expect(near.routes.list.compactMap(\.id.string) == ["moved", "notes.list"])
        #expect(try subject.ask("routes?near=gone").index.isNull)
        #expect(try subject.ids("unrequested:no") == ["old"])
        #expect(try subject.ids("unrequested:yes").count == 6)
        let rows = try subject.ask("routes?q=id:old").routes
        let row = rows[0]
        #expect(row.requests.int == 3 && row.errors.int == 1)
        #expect(row.last.string?.hasPrefix("2023-11-14T22:13:20") == true)
    }

    @Test(arguments: ["routes?limit=201", "routes?sort=x", "routes?q=x:y", "routes?q=unrequested:yes", "route"])
    func `A wrong parameter is an error that names it`(_ question: String) throws {
        let error = #expect(throws: InspectorError.self) { try Subject(notes).ask(question) }
        #expect(error?.status == 400 && error?.message.contains("'") == true)
    }

    @Test func `A route tells its constraints, its tests, who leads to it, and an example`() throws {
        let subject = Subject(notes, tallies: [:])
        let route = try subject.ask("route?id=notes.show")
        #expect(route.constraints[0].parameter.string == "id" && route.constraints[0].type.string == "int")
        #expect(route.linkedFrom.list.map(\.id.string) == ["old"] && route.linkedFrom[0].kind.string == "forward")
        #expect(route.tests.list.map(\.state.string) == ["passed"] && route.tests[0].line.int == 14)
        let example = try #require(route.example.url.string)
        #expect(try subject.ask("explain?url=\(example)").explain.route.id.string == "notes.show")
        #expect(route.unrequestedSince.int == 1)
        let list = try subject.ask("route?id=notes.list")
        #expect(Set(list.linkedFrom.list.compactMap(\.id.string)) == ["moved", "short"])
        let error = #expect(throws: InspectorError.self) { try subject.ask("route?id=gone") }
        #expect(error?.status == 404)
    }

    @Test func `No answer has a value under 'with:'`() throws {
        let subject = Subject(notes)
        subject.save(notes.replacingOccurrences(of: "s3cretvalue", with: "n3wsecret"))
        let questions = [
            "overview", "routes", "route?id=admin", "explain?url=/admin/stats", "reloads", "reload?number=2",
            "interceptors", "interceptor?id=audit&of=missed", "graph", "graph?node=route:admin", "coverage", "policies",
        ]
        for question in questions {
            let answer = try subject.ask(question)
            let text = "\(answer.value ?? "")"
            #expect(!text.contains("s3cretvalue") && !text.contains("n3wsecret") && !text.contains("hunter22"))
        }
        #expect(try subject.ask("route?id=admin").source.text.string?.contains("token: xxxxxxxx") == true)
    }

    @Test func `An explained URL has its walk, a test that passes, and a command`() throws {
        let subject = Subject(notes)
        let answer = try subject.ask("explain?url=/old/7")
        #expect(answer.explain.outcome.string == "redirected" && answer.explain.route.id.string == "notes.show")
        #expect(answer.steps.list.map(\.route.string) == ["old", "notes.show"])
        #expect(answer.steps[0].hop.to.string == "/notes/7" && answer.steps[1].captures.id.string == "7")
        #expect(answer.curl.string == "curl --include 'http://localhost:8080/old/7'")
        let test = try #require(answer.test.string)
        let more = notes + "\n" + test.split(separator: "\n").map { "  \($0)\n" }.joined()
        #expect(try Subject(more).ask("coverage").results.passed.int == 2)
        let quoted = try subject.ask("explain?url=/it's&method=POST")
        #expect(quoted.curl.string == #"curl --include --request POST 'http://localhost:8080/it'\''s'"#)
        #expect(quoted.explain.outcome.string == "unmatched")
        #expect(try subject.ask("explain?url=app://edit/1").curl.isNull)
        let wrong = try subject.ask("explain?url=/notes/x")
        #expect(wrong.explain.candidates.list.contains { $0.route.string == "notes.show" })
    }

    @Test func `An interceptor lists what it covers and what it misses, each with a request`() throws {
        let subject = Subject(notes)
        let all = try subject.ask("interceptors")
        #expect(all.interceptors.list.map(\.id.string) == ["audit", "login", "short"])
        let login = all.interceptors[1]
        #expect(login.covers.int == 1 && login.misses.int == 5 && login.everywhere.isTrue)
        let covered = try subject.ask("interceptor?id=audit")
        #expect(covered.routes.list.map(\.id.string) == ["admin"] && covered.routes[0].example.method.string == "POST")
        #expect(covered.routes[0].reason.string == "only some of its requests")
        let missed = try subject.ask("interceptor?id=audit&of=missed&limit=2")
        #expect(missed.total.int == 6 && missed.routes.list.count == 2)
        for row in missed.routes.list {
            let url = try #require(row.example.url.string)
            let explained = try subject.ask("explain?url=\(url)&method=\(row.example.method.string ?? "")")
            #expect(explained.explain.interceptors.strings.contains("audit") == false)
        }
    }

    @Test func `The graph shows the neighborhood of a node, and never more than sixty nodes`() throws {
        let routes = (1...100).map { "  - { id: r\($0), url: /admin/\($0), handler: h\($0) }\n" }.joined()
        let subject = Subject(
            "waybill: 1\ninterceptors: { login: { url: \"/admin/**\", use: l } }\nroutes:\n" + routes)
        #expect(try subject.ask("graph").kinds.list.first { $0.kind.string == "route" }?.count.int == 100)
        let all = try subject.ask("graph?node=interceptor:login&depth=2")
        #expect(all.nodes.list.count == 60 && all.more.int == 201 - 60)
        let keys = Set(all.nodes.list.compactMap(\.key.string))
        #expect(keys.contains("interceptor:login"))
        #expect(all.edges.list.allSatisfy { keys.contains($0.from.string ?? "") && keys.contains($0.to.string ?? "") })
        let one = try subject.ask("graph?node=route:r7")
        #expect(Set(one.nodes.list.compactMap(\.key.string)) == ["route:r7", "handler:h7", "interceptor:login"])
        #expect(try subject.ask("search?q=R10").nodes.list.compactMap(\.id.string) == ["r10", "r100"])
        #expect(try subject.ask("search?q=handler:h7").nodes.list.map(\.kind.string).allSatisfy { $0 == "handler" })
    }

    @Test func `Coverage tells what no test exercises, with a test that would`() throws {
        let subject = Subject(notes, tallies: ["old": .init(requests: 1)])
        let coverage = try subject.ask("coverage?limit=5")
        #expect(coverage.results.passed.int == 1 && coverage.results.failed.int == 1)
        #expect(coverage.requests.reached.int == 1 && coverage.requests.total.int == 6)
        #expect(coverage.uncovered.list.count == 5)
        #expect(coverage.uncovered.list.allSatisfy { $0.test.string?.hasPrefix("- open:") == true })
        #expect(coverage.uncovered[0].text.string?.hasPrefix("no test ") == true)
    }
}

@Suite(.timeLimit(.minutes(1))) struct InspectorEndpointTests {
    @Test func `What was computed is dropped when nobody asks any more`() async {
        let subject = Subject(notes)
        func isKept(after idleTime: Duration) async -> Bool {
            let endpoint = InspectorEndpoint(
                subject.source, .init(name: "test", address: ""), access: .loopback, logger: Logger(label: "test"),
                counts: nil, pages: [:], idleTime: idleTime)
            let request = ReloadEndpoint.Request(method: "GET", path: "/api/routes", isFromLoopback: true)
            #expect(await endpoint.answer(request, at: "api/routes").status == 200)
            while idleTime == .zero, endpoint.isKeeping { await Task.yield() }
            return endpoint.isKeeping
        }
        #expect(await isKept(after: .seconds(60)))
        #expect(await isKept(after: .zero) == false)
    }
}

@Suite struct InspectedReloadTests {
    @Test func `A save shows its plan, and a broken one its diagnostics beside the last valid set`() throws {
        let subject = Subject(notes)
        subject.save(notes.replacingOccurrences(of: "handler: listNotes", with: "handler: listAll"))
        subject.save(notes + "\n  - { open: oops")
        subject.save(notes + "\n# a comment\n")
        let answer = try subject.ask("reloads")
        #expect(answer.reloads.list.map(\.outcome.string) == ["loaded", "refused", "loaded", "loaded"])
        #expect(answer.reloads.list.map(\.generation.int) == [3, 2, 2, 1])
        let changed = try subject.ask("reload?number=2")
        #expect(changed.changes.names.strings == ["~notes.list"])
        #expect(changed.plan.changes[0].summary.string?.contains("listAll") == true)
        #expect(changed.text.string?.contains("GET") == true)
        let broken = try subject.ask("reload?number=3")
        #expect(broken.plan.isNull && broken.diagnostics.list.isEmpty == false)
        #expect(broken.diagnosticsText.string?.contains("Routes/a.yaml:") == true)
        #expect(try subject.ask("reload?number=1").plan.isNull)
        #expect(throws: InspectorError.self) { try subject.ask("reload?number=9") }
    }

    @Test func `A broken first save shows no routes, and why`() throws {
        let subject = Subject("waybill: 1\nroutes: [{ url: /a }]\n")
        let overview = try subject.ask("overview")
        #expect(overview.generation.int == 0 && overview.routes.int == 0)
        #expect(overview.refusal.text.string?.contains("error:") == true)
        subject.save(notes)
        #expect(try subject.ask("overview").refusal.isNull)
        #expect(try subject.ask("overview").routes.int == 6)
    }

    @Test func `A save with the same meaning is no new generation, and moves the lines`() throws {
        let subject = Subject(notes)
        subject.save("# one more line\n" + notes)
        #expect(try subject.ask("reloads").reloads.list.map(\.outcome.string) == ["unchanged", "loaded"])
        #expect(try subject.ask("overview").generation.int == 1)
        #expect(try subject.ask("route?id=notes.list").line.int == 8)
    }
}
