import Testing
import Waybill
import WaybillManifest
import WaybillPresentation
import WaybillTestSupport
import WaybillTesting

@Suite("Presentation")
struct PresentationTests {
    @Test("A presented view may be prepared again, and is removed as it was shown; another object is refused")
    func preparedAgain() async throws {
        let stage = try Stage()
        let performed = try await stage.router.perform(Routable<any Editor>(), by: .push(from: stage.home)) {
            $0.userInfo = ["from": "home"]
        }
        let route = performed.route
        try await route.prepare(performed.destination) { $0.prepare { $0.title = "again" } }
        #expect(performed.destination.title == "again" && route.userInfo["from"] as? String == "home")
        #expect(route.effectivePresentation == .push && !route.canPerform)
        let error = await #expect(throws: RouteRefusal.self) { try await route.prepare(Screen("other")) }
        #expect(error == .mustBeRemovedFirst)
        try await performed.remove()
        #expect(route.state == .removed)
        #expect(await stage.presenter.visible as AnyObject === stage.home)
    }

    @Test("The words of a manifest's present are the presentations")
    func words() { #expect(Presentation.allCases.map(\.rawValue) == PresentationWord.allCases.map(\.rawValue)) }

    @Test(
        "A view is removed in the way that fits how it was shown",
        arguments: [Presentation.push, .present, .sheet, .popover, .addChild, .addSubview])
    func removal(presentation: Presentation) async throws {
        let stage = try Stage()
        let path = PresentationPath(presentation, from: stage.home)
        let shown = try await stage.router.perform(Routable<any Editor>(), by: path) { $0.prepare { $0.title = "New" } }
        #expect(shown.destination.title == "New" && shown.route.effectivePresentation == presentation)
        let isTop = presentation != .addChild && presentation != .addSubview
        #expect((await stage.presenter.visible as AnyObject === shown.destination) == isTop)
        #expect(await stage.presenter.isShown(shown.destination))
        try await shown.remove()
        #expect(await !stage.presenter.isShown(shown.destination))
        #expect(await stage.presenter.visible as AnyObject === stage.home)
        #expect(shown.route.effectivePresentation == nil)
    }

    @Test(
        "Show becomes a push inside a stack, and a modal outside",
        arguments: [(true, Presentation.push), (false, .present)])
    func adaptive(isStack: Bool, becomes: Presentation) async throws {
        let stage = try Stage(isStack: isStack)
        let shown = try await stage.router.perform(Routable<any Editor>(), by: .show(from: stage.home))
        #expect(shown.route.effectivePresentation == becomes)
    }

    @Test("A presented view must be removed before it is performed again")
    func removeFirst() async throws {
        let stage = try Stage()
        let shown = try await stage.router.perform(Routable<any Editor>())
        let error = await #expect(throws: RouteRefusal.self) { try await shown.route.perform() }
        guard case .mustBeRemovedFirst = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(shown.route.state == .routed)
        try await shown.remove()
        try await shown.route.perform()
    }

    @Test("A presentation that the module does not allow is refused before anything is made")
    func unsupported() async throws {
        let count = Counter()
        let presenter = HeadlessPresenter(root: Screen())
        let router = try Router(
            manifest: "protocols: { Editor: }\nmodules: { editor: { kind: view, provides: [Editor], present: [push] } }"
        ) {
            $0.presenter(presenter)
            $0.register("editor") { _ in
                count.next()
                return Screen()
            }
            .provides((any Editor).self) { $0 }
        }
        let error = await #expect(throws: RouteRefusal.self) {
            try await router.perform(Routable<any Editor>(), by: .sheet())
        }
        guard case .unsupportedPresentation("sheet", "editor", ["push"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(count.value == 0)
    }

    @Test("A presentation that the presenter refuses is refused with its reason, before anything is made")
    func impossible() async throws {
        let count = Counter()
        let stage = try Stage(isStack: false, hooks: { $0.prepares { _, _ in count.next() } })
        let error = await #expect(throws: RouteRefusal.self) {
            try await stage.router.perform(Routable<any Editor>(), by: .push(from: stage.home))
        }
        #expect("\(try #require(error))" == "its source is not in a navigation stack")
        try await stage.router.perform(Routable<any Editor>(), by: .present(from: stage.home))
        await #expect(throws: RouteRefusal.self) {
            try await stage.router.perform(Routable<any Editor>(), by: .present(from: stage.home))
        }
        #expect(count.value == 1)
    }

    @Test("A source that is gone is an error; without a source the presenter shows from where it is")
    func sources() async throws {
        let stage = try Stage()
        let path = PresentationPath.push(from: Screen("gone at once"))
        let error = await #expect(throws: RouteRefusal.self) {
            try await stage.router.perform(Routable<any Editor>(), by: path)
        }
        guard case .sourceGone = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let first = try await stage.router.perform(Routable<any Editor>())
        let second = try await stage.router.perform(Routable<any Editor>())
        #expect(await stage.presenter.stack(around: stage.home).count == 3)
        #expect(await stage.presenter.visible as AnyObject === second.destination)
        try await first.remove()
        #expect(await !stage.presenter.isShown(second.destination), "what was pushed above goes too")
    }

    @Test("Without a presenter a perform of a view is an error, and opening it makes it")
    func noPresenter() async throws {
        let router = try Router(manifest: Stage.manifest) {
            $0.register("editor") { _ in Screen() }.provides((any Editor).self) { $0 }
        }
        let error = await #expect(throws: RouteRefusal.self) { try await router.perform(Routable<any Editor>()) }
        guard case .noPresenter("push") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await router.open("/notes/1").destination is Screen)
    }

    @Test("Opening a route presents its module as the route says")
    func opened() async throws {
        let stage = try Stage()
        let outcome = try await stage.router.open("/notes/1")
        #expect(outcome.performedRoute?.effectivePresentation == .push)
        #expect(await stage.presenter.stack(around: stage.home).count == 2)
        try await outcome.performedRoute?.remove()
        #expect(await stage.presenter.stack(around: stage.home).count == 1)
    }

    @Test("A view is wrapped in containers, the last outermost; a container without it is refused")
    func wrapping() async throws {
        let stage = try Stage()
        let path = PresentationPath.present(from: stage.home).wrapped { Navigation($0) }
        let shown = try await stage.router.perform(Routable<any Editor>(), by: path)
        #expect(await stage.presenter.visible as AnyObject === shown.destination)
        let inside = try await stage.router.perform(
            Routable<any Editor>(), by: .push(from: shown.destination as! Screen))
        #expect(await stage.presenter.visible as AnyObject === inside.destination)
        try await shown.remove()
        #expect(await stage.presenter.visible as AnyObject === stage.home)
        let wrong = PresentationPath.present(from: stage.home).wrapped { _ in Navigation(Screen("another")) }
        let error = await #expect(throws: RouteRefusal.self) {
            try await stage.router.perform(Routable<any Editor>(), by: wrong)
        }
        guard case .invalidContainer = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A custom presentation uses the presenter with its name")
    func custom() async throws {
        struct Banner: Presenter {
            let log: Log
            func present(_ shown: any Sendable, _ request: PresentationRequest) async throws -> Shown {
                log.note("banner \(request.options["edge"] ?? "")")
                return Shown(.custom, token: ())
            }
            func remove(_ shown: Shown) async throws { log.note("banner gone") }
        }
        let log = Log()
        let manifest =
            "protocols: { Editor: }\nmodules: { editor: { kind: view, provides: [Editor], present: [custom] } }"
        let stage = try Stage(manifest) { $0.presenter(Banner(log: log), named: "banner") }
        let shown = try await stage.router.perform(Routable<any Editor>(), by: .custom("banner").with(["edge": "top"]))
        try await shown.remove()
        #expect(log.all == ["banner top", "banner gone"])
        #expect(
            problems(manifest) { $0.register("editor") { _ in Screen() }.provides((any Editor).self) { $0 } }.map {
                $0.contains("no named presenter is registered")
            } == [true])
    }

    @Test("An open by the name of a presenter presents, even if no other presenter is registered")
    func customOpen() async throws {
        struct Banner: Presenter {
            let log: Log
            func present(_ shown: any Sendable, _ request: PresentationRequest) async throws -> Shown {
                log.note("banner")
                return Shown(.custom, token: ())
            }
            func remove(_ shown: Shown) async throws {}
        }
        let log = Log()
        let manifest = """
            protocols: { Editor: }
            modules: { editor: { kind: view, provides: [Editor], present: [custom] } }
            routes: [{ url: /edit, module: editor }]
            """
        let router = try Router(manifest: manifest) {
            $0.register("editor") { _ in Screen() }.provides((any Editor).self) { $0 }
            $0.presenter(Banner(log: log), named: "banner")
        }
        #expect(try await router.resolve("/edit").open(by: .custom("banner")).destination is Screen)
        #expect(log.all == ["banner"])
        let error = await #expect(throws: RouteRefusal.self) {
            try await router.resolve("/edit").open(by: .custom("toast"))
        }
        #expect(error == .noPresenter("toast"))
    }

    @Test("A segue shows as its source offers it")
    func segue() async throws {
        let stage = try Stage()
        await stage.presenter.offer(segue: "edit", by: .push)
        let shown = try await stage.router.perform(Routable<any Editor>(), by: .segue("edit", from: stage.home))
        #expect(shown.route.effectivePresentation == .push)
        await #expect(throws: RouteRefusal.self) {
            try await stage.router.perform(Routable<any Editor>(), by: .segue("none", from: stage.home))
        }
    }

    @Test("Tabs show the selected view")
    func tabs() async throws {
        let stage = try Stage()
        let other = Screen("other")
        await stage.presenter.addTab(other)
        await stage.presenter.select(tab: 1)
        let shown = try await stage.router.perform(Routable<any Editor>(), by: .push())
        #expect(await stage.presenter.stack(around: other).count == 2)
        await stage.presenter.select(tab: 0)
        #expect(await stage.presenter.visible as AnyObject === stage.home)
        try await shown.remove()
    }

    @Test("Making a view shows nothing, and is reported only to observers that request it")
    func making() async throws {
        let log = Log()
        let stage = try Stage {
            $0.observe { _ in log.note("never") }
            $0.observe(includesMake: true) { event in log.note(event.phase.rawValue) }
        }
        let made = try await stage.router.perform(Routable<any Editor>(), by: .make)
        #expect(await !stage.presenter.isShown(made.destination) && made.route.state == .routed)
        #expect(log.all == ["willPerform", "didPerform"])
        log.clear()
        _ = try stage.router.make(Routable<any Editor>())
        #expect(log.all == ["willPerform", "didPerform"])
    }

    @Test("A view that was shown elsewhere is adopted, prepared, and removed in the way that its host names")
    func adoption() async throws {
        let log = Log()
        let stage = try Stage(
            register: { $0.observe { event in log.note("\(event.phase) \(event.origin)") } },
            hooks: { $0.adopts { $0.title != "foreign" } })
        let existing = Screen("mine")
        let shown = try await stage.presenter.present(
            existing, PresentationRequest(.push, path: .push(from: stage.home), moduleID: "editor"))
        let adopted = try await stage.router.adopt(existing, as: Routable<any Editor>(), shown: shown) {
            $0.prepare { $0.title += ", prepared" }
        }
        #expect(existing.title == "mine, prepared" && adopted.route.state == .routed)
        #expect(log.all == ["didPerform external"])
        try await adopted.remove()
        #expect(await !stage.presenter.isShown(existing))
        await #expect(throws: RouteRefusal.self) {
            try await stage.router.adopt(Screen("foreign"), as: Routable<any Editor>())
        }
    }

    @Test("A removal by the system is recorded, and reported as external")
    func externalRemoval() async throws {
        let log = Log()
        let stage = try Stage { $0.observe { event in log.note("\(event.phase) \(event.origin)") } }
        let shown = try await stage.router.perform(Routable<any Editor>())
        shown.route.recordRemoval()
        shown.route.recordRemoval()
        #expect(shown.route.state == .removed)
        #expect(log.all == ["willPerform engine", "didPerform engine", "didRemove external"])
    }

    @Test("The headless presenter follows the contract of presenters")
    func conformance() async {
        let home = Screen()
        let problems = await PresenterConformance.check(
            HeadlessPresenter(root: home), showing: { Screen() },
            by: [.push, .present, .popover, .sheet, .show, .showDetail, .addChild, .addSubview])
        #expect(problems.isEmpty)
    }
}
