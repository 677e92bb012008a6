import Foundation
import Testing
import Waybill
import WaybillPresentation
import WaybillTestSupport
import WaybillTesting

@Suite("The seeds' own examples")
struct SeedExampleTests {
    @Test("The note editor is shown, prepared by its caller, and removed in the fitting way")
    @MainActor func noteEditor() async throws {
        let presenter = HeadlessPresenter(root: InfoScreen("home"))
        let router = try Router(manifest: NoteEditorExample.manifest) {
            NoteEditorExample.register(into: &$0)
            $0.presenter(presenter)
        }
        let view = TestView(router)
        await presenter.addTab(view)
        await presenter.select(tab: 1)
        try await view.showEditorDirectly()
        let editor = try #require(view.shown?.destination as? NoteEditor)
        #expect(await presenter.visible as AnyObject === editor && editor.saved == "injected" && !editor.isNew)
        try await view.removeEditor()
        #expect(await presenter.visible as AnyObject === view)
        try await view.showEditor()
        #expect((view.shown?.destination as? NoteEditor)?.isNew == true)
        #expect(view.shown?.destination.delegate === view)
        try await view.removeEditorAndPrepare()
        #expect(view.log == ["shown", "about to leave true", "removed"])
        #expect(try await view.open("myapp://noteEditor/1"))
        #expect(try await !view.open("other://x"))
        #expect(await presenter.visible is NoteEditor)
    }

    @Test("A required protocol is answered by the editor, by itself or wrapped in an adapter")
    @MainActor func adapters() async throws {
        let router = try Router(manifest: RequiredEditorExample.manifest) {
            NoteEditorExample.register(into: &$0)
            RequiredEditorExample.register(into: &$0)
        }
        let required = try await router.perform(Routable<any RequiredNoteEditorInput>(), by: .make)
        #expect(required.destination is NoteEditor)
        let legacy = try await router.perform(Routable<any LegacyEditor>(), by: .make).destination
        legacy.createNote()
        #expect(((legacy as? LegacyEditorAdapter)?.editor as? NoteEditor)?.isNew == true)
    }

    @Test("The time service is made, prepared and asked")
    func timeService() throws {
        let router = try Router(manifest: TimeServiceExample.manifest) { TimeServiceExample.register(into: &$0) }
        #expect(try TimeServiceExample.label(router) == "12:00 CET")
    }

    @Test("A login runs before privileged pages, and calls back to them; a log sees every view that is opened")
    func loginGate() async throws {
        let (session, log, home) = (Session(), Log(), InfoScreen("home"))
        let presenter = HeadlessPresenter(root: home)
        let router = try Router(manifest: PrivilegedInfoExample.manifest) {
            PrivilegedInfoExample.register(into: &$0, session) { log.note($0) }
            $0.presenter(presenter)
        }
        let link = "routingexample://push/privilegedinfo?from=mail&n=1"
        let gated = try await router["Views"].open(link)
        let login = try #require(gated.destination as? InfoScreen)
        #expect(login.name == "login" && login.callback == link)
        #expect((await presenter.presented(by: home) as? InfoScreen) === login)
        try await gated.performedRoute?.remove()
        try await login.finish(session, router)
        #expect((await presenter.visible as? InfoScreen)?.name == "privileged info")
        #expect(
            log.all == [
                "opened: \(link) with 2 parameters", "opened: \(link) with 2 parameters",
            ])
    }

    @Test("No part of an example has more lines of code than the seed's has")
    func lines() throws {
        let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        var counted = 0
        for name in ["NoteEditorExample", "RequiredEditorExample", "TimeServiceExample", "PrivilegedInfoExample"] {
            let text = try String(contentsOf: folder.appendingPathComponent("\(name).swift"), encoding: .utf8)
            for part in text.components(separatedBy: "// seed: ").dropFirst() {
                let body = try #require(part.components(separatedBy: "// end").first)
                let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
                let allowed = try #require(lines.first?.split(separator: " ").first.flatMap { Int($0) })
                let code = lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
                    .filter { !$0.isEmpty && !$0.hasPrefix("//") }
                #expect(code.count <= allowed, "\(name): \(code.count) lines where the seed has \(lines[0])")
                counted += 1
            }
        }
        #expect(counted == 10)
    }
}
